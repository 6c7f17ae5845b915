# Reads a hosted layer through QGIS's provider for feature servers and prints what it found as JSON.
# Arguments: address of the layer, an expression that chooses features, and one of their fields.
import json
import os
import sys

os.environ.setdefault('QT_QPA_PLATFORM', 'offscreen')
from qgis.core import Qgis, QgsApplication, QgsFeatureRequest, QgsNetworkAccessManager, QgsRectangle, QgsVectorDataProvider, QgsVectorLayer  # noqa: E402

url, expression, field = sys.argv[1:4]
app = QgsApplication([], True)
app.initQgis()
# Requests run in threads of their own, which need what the main thread has to make first.
manager = QgsNetworkAccessManager.instance()
layer = QgsVectorLayer(f"crs='EPSG:3857' url='{url}'", 'layer', 'arcgisfeatureserver')
found = {'version': Qgis.QGIS_VERSION_INT, 'valid': layer.isValid()}
if layer.isValid():
    provider = layer.dataProvider()
    extent = layer.extent()
    middle = extent.center()
    box = QgsRectangle(extent.xMinimum(), extent.yMinimum(), middle.x(), middle.y())
    # First, while nothing is kept here that could answer in place of the portal.
    in_box = sum(1 for _ in layer.getFeatures(QgsFeatureRequest(box)))
    chosen = list(layer.getFeatures(QgsFeatureRequest().setFilterExpression(expression)))
    everything = list(layer.getFeatures())
    found.update(
        {
            'count': layer.featureCount(),
            'read': len(everything),
            'withGeometry': sum(1 for each in everything if each.hasGeometry()),
            'geometry': layer.geometryType(),
            'crs': layer.crs().authid(),
            'fields': {each.name(): each.typeName() for each in layer.fields()},
            'extent': [extent.xMinimum(), extent.yMinimum(), extent.xMaximum(), extent.yMaximum()],
            'chosen': sorted(str(each[field]) for each in chosen),
            'inBox': in_box,
            'renderer': layer.renderer().type() if layer.renderer() else None,
            'edits': bool(provider.capabilities() & QgsVectorDataProvider.AddFeatures),
        }
    )
    if found['edits']:
        first = chosen[0]
        found['changed'] = provider.changeAttributeValues({first.id(): {layer.fields().indexOf(field): 'Changed in QGIS'}})
print(json.dumps(found))
sys.stdout.flush()
# Ending the application in order is slow and, without a display, not always possible.
os._exit(0)
