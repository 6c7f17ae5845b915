# Draws a vector tile service in QGIS with the style that the service gives, and prints what came of it as JSON.
# Arguments: address of the service, address of its style, the box to draw (xmin,ymin,xmax,ymax in metres), and where to write the picture.
import json
import os
import sys

os.environ.setdefault('QT_QPA_PLATFORM', 'offscreen')
from qgis.core import QgsApplication, QgsCoordinateReferenceSystem, QgsMapRendererSequentialJob, QgsMapSettings, QgsNetworkAccessManager, QgsRectangle, QgsVectorTileLayer  # noqa: E402
from qgis.PyQt.QtCore import QSize  # noqa: E402
from qgis.PyQt.QtGui import QColor  # noqa: E402

service, style, box, picture = sys.argv[1:5]
app = QgsApplication([], True)
app.initQgis()
# Requests run in threads of their own, which need what the main thread has to make first.
manager = QgsNetworkAccessManager.instance()
layer = QgsVectorTileLayer(f'serviceType=arcgis&styleUrl={style}&type=xyz&url={service}', 'tiles')
found = {'valid': layer.isValid(), 'zooms': [layer.sourceMinZoom(), layer.sourceMaxZoom()]}
if layer.isValid():
    error, done = layer.loadDefaultStyle()
    renderer, labeling = layer.renderer(), layer.labeling()
    found.update(
        {
            'styled': done,
            'error': error,
            'styles': len(renderer.styles()) if hasattr(renderer, 'styles') else 0,
            'labels': len(labeling.styles()) if labeling else 0,
        }
    )
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setDestinationCrs(QgsCoordinateReferenceSystem('EPSG:3857'))
    settings.setExtent(QgsRectangle(*[float(each) for each in box.split(',')]))
    settings.setOutputSize(QSize(800, 600))
    settings.setBackgroundColor(QColor('#ff00ff'))
    job = QgsMapRendererSequentialJob(settings)
    job.start()
    job.waitForFinished()
    image = job.renderedImage()
    image.save(picture)
    colours = {}
    for x in range(0, image.width(), 4):
        for y in range(0, image.height(), 4):
            name = image.pixelColor(x, y).name()
            colours[name] = colours.get(name, 0) + 1
    found['colours'] = dict(sorted(colours.items(), key=lambda each: -each[1])[:12])
    found['drawn'] = sum(colours.values()) - colours.get('#ff00ff', 0)
print(json.dumps(found))
sys.stdout.flush()
# Ending the application in order is slow and, without a display, not always possible.
os._exit(0)
