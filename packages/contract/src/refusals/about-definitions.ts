// Refusals of definitions: of services, layers, fields, indexes, relationships and views.
import { ofKind } from './kind.ts';

const parameter = ofKind('INVALID_PARAMETER');
const request = ofKind('INVALID_REQUEST');
const since = ofKind('CHANGED_SINCE');

export const ABOUT_DEFINITIONS = {
  'definition-form': parameter(
    "'{parameter}' is not as it should be at '{where}'.",
    'Change the members that the details name to what is expected there, and send all of it again.',
  ),
  'definition-whole': parameter(
    "'{parameter}' is not as it should be.",
    'Change it to what the details say is expected, and send all of it again.',
  ),
  'field-type-second': parameter("'fields' hold a second field of type {type}.", 'Leave it out: a layer has one of them.'),
  'fields-many': parameter("'fields' may be {most} at most, and would be {count}.", 'Leave some out, or put them into another layer.'),
  'fields-no-room': parameter(
    "'fields' have no room in the layer for '{name}': deleted fields keep theirs.",
    'Publish the layer anew, or put the field into another layer.',
  ),
  'field-name': parameter(
    "'fields' have a name that cannot be used: '{name}'.",
    'Use 1 to 64 letters, digits and underscores, beginning with a letter or an underscore, and put other words into alias.',
  ),
  'field-name-twice': parameter(
    "'fields' have two of the name '{name}'.",
    'Give one of them another name; small and capital letters count as the same.',
  ),
  'field-type': parameter("'fields' may not be of the type {type}, as '{name}' is.", 'Use a type of numbers, texts, dates or ids.'),
  'field-shorter': parameter("'fields' may not make '{name}' shorter.", 'Keep its length of {length}, or give a larger one.'),
  'domain-range': parameter(
    "'domain' does not fit the field '{name}'.",
    'Give a range from the lower to the higher number, to a field of numbers or dates; texts take coded values.',
  ),
  'domain-code-twice': parameter("'domain' of '{name}' has the code '{code}' twice.", 'Use each code once.'),
  'type-id': parameter(
    "'types' have no id for the type '{type}'.",
    "Give it an id: the value of the field '{field}' that its features have.",
  ),
  'type-id-twice': parameter("'types' have the id '{id}' twice.", "Give each type a value of its own of the field '{field}'."),
  'type-values-many': parameter(
    "'types' list more than {most} values together.",
    'Leave some out, or give the field itself a list that the types share.',
  ),
  'definition-changed': since(
    'The layer was changed by somebody else since it was read.',
    'Read it again, and make your change to what it is now.',
  ),
  'settings-changed': since(
    'The settings of the service were changed by somebody else since they were read.',
    'Read them again, and make your change to what they are now.',
  ),
  'definition-value': parameter("'{where}' does not fit: {why}.", 'Give a value that the field can hold.'),
  'tracking-needed': parameter(
    "'editorTrackingInfo' cannot switch enableEditorTracking off while enableOwnershipAccessControl is on, which needs it.",
    'Switch both off.',
  ),
  'tracking-needed-by-view': parameter(
    "'editorTrackingInfo' cannot switch enableEditorTracking off while enableOwnershipAccessControl is on, which needs it, in the view '{view}'.",
    'Switch it off there first.',
  ),
  'tracking-needed-by-unseen': parameter(
    "'editorTrackingInfo' cannot switch enableEditorTracking off while enableOwnershipAccessControl is on, which needs it, in a view that you may not see.",
    'Ask an administrator of the organisation to switch it off there first.',
  ),
  'view-only': parameter(
    "'{parameter}' goes with views, and the layer '{layer}' is none.",
    'Leave it out, or make a view of the layer and set it there.',
  ),
  'geometry-type-missing': parameter(
    "'geometryType' is missing for the layer '{layer}'.",
    'Name one such as esriGeometryPoint, or put the layer under tables.',
  ),
  'system-without-number': parameter("'{parameter}' needs the number of a coordinate system.", 'Give it as wkid, such as 4326 or 3857.'),
  'system-unknown': parameter(
    "'{parameter}' names the coordinate system {wkid}, which is not known.",
    'Give a number of EPSG or Esri that the portal knows, such as 4326 or 3857.',
  ),
  'system-none': parameter("'{parameter}' is not a coordinate system.", 'Give a number such as 4326, or JSON with wkid or wkt.'),
  'field-unknown': parameter("'{parameter}' names '{name}', which is not a field of the layer.", 'Name one of its fields: {fields}.'),
  'time-field': parameter("'timeInfo' needs a date field, not '{name}'.", 'Name a field of dates: {fields}.'),
  'capability-unknown': parameter("'capabilities' holds the unknown word '{word}'.", 'Use some of {words}, with commas between them.'),
  'layer-gone': parameter("'layer' was removed in the meantime.", 'Ask the service for the layers that it has now.'),
  'nothing-named': parameter("'{parameter}' names nothing: no {things}.", 'Name at least one of them.'),
  'field-default': parameter(
    "'fields' need a default value for '{name}', which must not be empty.",
    'Give defaultValue, or nullable true.',
  ),
  'indexes-many': parameter("'indexes' of a layer may be {most} at most.", 'Delete one that is not used first.'),
  'index-fields': parameter("'indexes' may be of {most} fields at most, and '{fields}' are more.", 'Leave the last fields out.'),
  'index-name': parameter("'indexes' have one of the name '{name}'.", 'Choose another name, or delete that index first.'),
  'index-long': parameter("'indexes' cannot be of '{fields}': a value is too long.", 'Leave out the fields of long texts.'),
  'index-unique': parameter(
    "'indexes' cannot be unique in '{fields}': a value stands there twice.",
    'Change or delete the features with the same value first, or make the index without isUnique.',
  ),
  'index-needed': parameter("'indexes' may not lose '{name}': the layer needs it.", 'Leave it out; those that were added can go.'),
  'index-unknown': parameter("'indexes' hold no '{name}'.", 'Name one that the description of the layer lists under indexes: {names}.'),
  'fields-unknown': parameter("'fields' hold no '{name}'.", 'Name one of the fields of the layer: {fields}.'),
  'field-needed': parameter("'fields' may not lose '{name}': {why}.", 'Keep it, or change first what needs it.'),
  'field-type-changed': parameter(
    "'fields' may not change the type of '{name}'.",
    'Leave the type at {type}; add a field of the other type and fill it with calculate.',
  ),
  'field-nulls': parameter(
    "'fields' may not forbid empty values of '{name}': there are some.",
    'Fill them first, for example with calculate.',
  ),
  'relationship-layer': parameter(
    "'relationships' are told of layer {id}, which is not there.",
    'Name layers that the service has: {layers}.',
  ),
  'relationship-unknown': parameter(
    "'relationships' of the layer have none with the number {id}.",
    'Name numbers that the description of the layer lists: {ids}.',
  ),
  'relationships-many': parameter("'relationships' of a layer may be {most} at most.", 'Leave some out.'),
  'relationship-one-sided': parameter(
    "'relationships' name layer {id}, which does not say the same of itself.",
    'Send its side in the same call, with the id of the layer.',
  ),
  'layers-many': parameter("'layers' may be {most} at most, and would be {count}.", 'Put the others into another service.'),
  'layer-to-delete': parameter(
    "'deleteFromDefinition' names the layer {id}, which the service does not have.",
    'Name layers that it has: {layers}.',
  ),
  'extent-form': parameter(
    "'{parameter}' is not an extent.",
    'Give xmin, ymin, xmax and ymax as numbers, the lower ones first, with a spatialReference that the portal knows.',
  ),
  'extent-projection': parameter("'{parameter}' cannot be projected.", 'Give an extent from where its coordinate system applies.'),
  'editors-not-tracked': parameter(
    "'editFieldsInfo' names fields, but editors are not tracked.",
    'Switch that on with editorTrackingInfo of the service.',
  ),
  'editor-fields': parameter(
    "'editFieldsInfo' may not name other fields than those in which the portal keeps the editors.",
    'Name {fields}, or leave it out.',
  ),
  'editors-tracked': parameter(
    "'editFieldsInfo' may not be empty while editors are tracked.",
    'Switch that off with editorTrackingInfo of the service.',
  ),
  'prevention-rule': parameter(
    "'xssPreventionInfo' cannot have another {name} than {rule}: values that could run are refused when they come in, and never rewritten.",
    'Send {rule}, or leave it out.',
  ),
  'view-source-missing': parameter("'viewLayerDefinition' needs a sourceServiceName.", 'Name the service whose layer the view is to show.'),
  'view-source-layer': parameter("'sourceLayerId' is {id}, which is not a layer of the source.", 'Name a layer of it: {layers}.'),
  'view-source-gone': parameter(
    "'sourceLayerId' is {id}, which is not a layer of the source any more.",
    'Ask the source for the layers that it has now.',
  ),
  'view-of-view': parameter("'sourceServiceName' names the view '{name}'.", 'Name the service that it shows.'),
  'view-condition': parameter(
    "'viewDefinitionQuery' cannot be used: the expression {why}.",
    "Write a condition in standard SQL with the fields of the source, such as population > 1000 AND name LIKE 'A%'.",
  ),
  'view-area-of-table': parameter(
    "'filter' needs a layer with geometries, and '{layer}' has none.",
    'Choose the rows with viewDefinitionQuery.',
  ),
  'view-area-system': parameter(
    "'filter' has the unknown coordinate system {wkid}.",
    'Give an area in one that the portal knows, such as 4326 or 3857.',
  ),
  'view-of-join': parameter(
    "'relatedTables' join layers, and a view shows one.",
    'Leave them out, and add a layer to the view for each; relationships between the layers stay.',
  ),
  'view-area-empty': parameter(
    "'filter' has an area without a place, in which no row lies.",
    'Give an area with places in it, or null for all rows.',
  ),
  'view-no-field': parameter(
    "The view of '{layer}' would show no field but its ids.",
    'Leave at least one of its fields: {fields}. To show nothing at all, delete the layer from the view.',
  ),
  'view-field': parameter("'sourceLayerFields' name '{name}', which the source does not have.", 'Name fields of the source: {fields}.'),
  'view-field-renamed': parameter(
    "'sourceLayerFields' call '{source}' '{name}': fields of a view have the names of their source.",
    'Give it an alias.',
  ),
  'views-stand': request('This cannot be done while views show the layer: {views}.', 'Delete the views first.'),
  'views-stand-others': request(
    'This cannot be done while views show the layer: {views}, and others that you may not see: {count}.',
    'Delete the views first, and ask an administrator of the organisation about the others.',
  ),
  'views-stand-unseen': request(
    'This cannot be done while views that you may not see show the layer: {count}.',
    'Ask an administrator of the organisation to delete them first.',
  ),
  'layer-is-view': request("The layer '{layer}' is a view.", 'Make the change in the layer that it shows.'),
} as const;
