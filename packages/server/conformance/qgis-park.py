# Opens every layer of a service that is not shared in QGIS, with a token, and vector tiles that are; prints what it found as JSON.
# Arguments: address of the service, the token, the layers as JSON ({name: {id, wkid}}), a box in degrees as JSON, address of the tiles.
import json
import os
import sys
import tempfile

os.environ.setdefault('QT_QPA_PLATFORM', 'offscreen')
os.environ['QGIS_AUTH_DB_DIR_PATH'] = tempfile.mkdtemp()
from PyQt5.QtCore import QSize  # noqa: E402
from PyQt5.QtGui import QColor  # noqa: E402
from qgis.core import (  # noqa: E402
    Qgis,
    QgsApplication,
    QgsAuthMethodConfig,
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsFeatureRequest,
    QgsMapRendererSequentialJob,
    QgsMapSettings,
    QgsNetworkAccessManager,
    QgsProject,
    QgsRectangle,
    QgsVectorDataProvider,
    QgsVectorLayer,
    QgsVectorTileLayer,
    QgsWkbTypes,
)

url, token, tiles_url = sys.argv[1], sys.argv[2], sys.argv[5]
kinds, box = json.loads(sys.argv[3]), json.loads(sys.argv[4])
app = QgsApplication([], True)
app.initQgis()
# Requests run in threads of their own, which need what the main thread has to make first.
manager = QgsNetworkAccessManager.instance()
degrees, mercator = QgsCoordinateReferenceSystem('EPSG:4326'), QgsCoordinateReferenceSystem('EPSG:3857')
EDITS = {
    'add': QgsVectorDataProvider.AddFeatures,
    'delete': QgsVectorDataProvider.DeleteFeatures,
    'values': QgsVectorDataProvider.ChangeAttributeValues,
    'places': QgsVectorDataProvider.ChangeGeometries,
}

auth = QgsApplication.authManager()
auth.setMasterPassword('any', True)
config = QgsAuthMethodConfig('EsriToken')
config.setName('portal')
config.setConfig('token', token)
auth.storeAuthenticationConfig(config)


def source(kind, signed=True):
    authcfg = f" authcfg='{config.id()}'" if signed else ''
    return f"crs='EPSG:{kinds[kind]['wkid']}' url='{url}/{kinds[kind]['id']}'{authcfg}"


def opened(kind, signed=True):
    return QgsVectorLayer(source(kind, signed), kind, 'arcgisfeatureserver')


def plain(value):
    if value is None or (hasattr(value, 'isNull') and not hasattr(value, 'toMSecsSinceEpoch') and value.isNull()):
        return None
    return value.toMSecsSinceEpoch() if hasattr(value, 'toMSecsSinceEpoch') else value


def place(feature, layer):
    if not feature.hasGeometry():
        return None
    geometry = feature.geometry()
    geometry.convertToStraightSegment()
    geometry.transform(QgsCoordinateTransform(layer.crs(), degrees, QgsProject.instance()))
    return json.loads(geometry.asJson(9))


def colours(layer):
    """How many colours a picture of the layer has; one where nothing is drawn."""
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setDestinationCrs(layer.crs())
    area = QgsCoordinateTransform(degrees, layer.crs(), QgsProject.instance()).transformBoundingBox(QgsRectangle(*box))
    settings.setExtent(area)
    settings.setOutputSize(QSize(300, 300))
    settings.setBackgroundColor(QColor('white'))
    job = QgsMapRendererSequentialJob(settings)
    job.start()
    job.waitForFinished()
    picture = job.renderedImage()
    return len({picture.pixel(x, y) for x in range(300) for y in range(300)})


def told(kind):
    layer = opened(kind)
    if not layer.isValid():
        return {'valid': False}
    fields = layer.fields()
    # Asked before anything is read, so that the portal answers and not what is kept here.
    area = QgsCoordinateTransform(degrees, layer.crs(), QgsProject.instance()).transformBoundingBox(QgsRectangle(*box))
    in_box = sorted(each['n'] for each in layer.getFeatures(QgsFeatureRequest(area)))
    fresh = opened(kind)
    one = next(fresh.getFeatures(QgsFeatureRequest(123)))
    everything = list(layer.getFeatures())
    kind_at = fields.indexOf('kind')
    return {
        'valid': True,
        'count': layer.featureCount(),
        'geometry': QgsWkbTypes.geometryDisplayString(layer.geometryType()),
        'crs': layer.crs().authid(),
        'fields': {each.name(): [each.typeName(), each.alias(), each.length()] for each in fields},
        'domain': layer.editorWidgetSetup(kind_at).config(),
        'distinct': sorted(each for each in map(plain, layer.uniqueValues(kind_at)) if each is not None),
        'highest': layer.maximumValue(fields.indexOf('height')),
        'inBox': in_box,
        'one': {each.name(): plain(one[each.name()]) for each in fields},
        'rows': [{'values': {each.name(): plain(row[each.name()]) for each in fields}, 'place': place(row, layer)} for row in everything],
        'chosen': sorted(each['n'] for each in layer.getFeatures(QgsFeatureRequest().setFilterExpression('"height" > 240 AND "kind" = 2'))),
        'colours': colours(fresh),
        'subset': layer.dataProvider().supportsSubsetString(),
        'edits': [name for name, one in EDITS.items() if layer.dataProvider().capabilities() & one],
        'startsEditing': layer.startEditing(),
    }


def tiles():
    layer = QgsVectorTileLayer(f'type=xyz&serviceType=arcgis&url={tiles_url}', 'tiles')
    if not layer.isValid():
        return {'valid': False}
    _, styled = layer.loadDefaultStyle()
    styles = layer.renderer().styles()
    return {
        'valid': True,
        'zooms': [layer.sourceMinZoom(), layer.sourceMaxZoom()],
        'styled': styled,
        'layers': sorted({each.layerName() for each in styles}),
        'colours': colours(layer),
    }


found = {
    'version': Qgis.QGIS_VERSION_INT,
    'layers': {kind: told(kind) for kind in kinds},
    'unsigned': opened(next(iter(kinds)), False).isValid(),
    'tiles': tiles(),
}
print(json.dumps(found))
sys.stdout.flush()
# Ending the application in order is slow and, without a display, not always possible.
os._exit(0)
