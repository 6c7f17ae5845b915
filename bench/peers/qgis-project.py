# Writes a QGIS project with the tables of the floor server: host, database, file to write. Needs Debian's python3-qgis.
import sys

from qgis.core import QgsApplication, QgsCoordinateReferenceSystem, QgsDataSourceUri, QgsProject, QgsVectorLayer

host, database, target = sys.argv[1:4]
application = QgsApplication([], False)
application.initQgis()
project = QgsProject.instance()
project.setTitle("bench")
project.setCrs(QgsCoordinateReferenceSystem("EPSG:4326"))
published = []
for name in ("points", "cells"):
    source = QgsDataSourceUri()
    source.setConnection(host, "5432", database, "postgres", "")
    source.setDataSource("floor", name, "geom", "", "fid")
    source.setUseEstimatedMetadata(True)
    layer = QgsVectorLayer(source.uri(False), name, "postgres")
    if not layer.isValid():
        sys.exit(f"QGIS cannot read floor.{name}.")
    project.addMapLayer(layer)
    published.append(layer.id())
project.writeEntry("WFSLayers", "/", published)
for layer_id in published:
    project.writeEntry("WFSLayersPrecision", "/" + layer_id, 6)
project.write(target)
application.exitQgis()
