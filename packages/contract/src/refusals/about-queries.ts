// Refusals of queries, statistics, related records and renderers.
import { ofKind } from './kind.ts';

const query = ofKind('INVALID_QUERY');
const request = ofKind('INVALID_REQUEST');
const unable = ofKind('UNABLE_TO_COMPLETE');

export const ABOUT_QUERIES = {
  'query-condition': query(
    "'{parameter}' parameter is invalid: it {why}",
    "Write a condition in standard SQL with the fields of the layer, such as population > 1000 AND name LIKE 'A%'.",
  ),
  'query-expression': query(
    "'{parameter}' parameter is invalid: it {why}",
    'Write an expression in standard SQL with the fields of the layer, such as UPPER(name) or area * 2.',
  ),
  'query-field': query("'Invalid field: {name}' parameter is invalid", 'Name one of the fields of the layer: {fields}.'),
  'query-sql-field': query('Invalid field: {name}.', 'Name one of the fields of the layer: {fields}.'),
  'query-sql-wrong': query(
    'The expression {why}.',
    "Write it in standard SQL with the fields of the layer, such as population > 1000 AND name LIKE 'A%'.",
  ),
  'query-geometry-text': query(
    "'{parameter}' parameter is invalid: {why}",
    'Send the JSON of a geometry, x,y for a point, or xmin,ymin,xmax,ymax for a box.',
  ),
  'query-quantization': query(
    "'{parameter}' parameter is invalid: {why}",
    'Send JSON with mode (view or edit), originPosition (upperLeft or lowerLeft), tolerance and extent.',
  ),
  'query-system-text': query("'{parameter}' parameter is invalid: {why}", 'Give the number of a coordinate system, such as 4326 or 3857.'),
  'query-system-unknown': query(
    "'{parameter}' parameter is invalid: the portal does not know a coordinate system with the number {wkid}",
    'Give a number of EPSG or Esri that it knows, such as 4326 or 3857.',
  ),
  'query-system-without-number': query(
    "'{parameter}' parameter is invalid: it names a coordinate system without its number",
    'Give the number of the coordinate system, such as 4326 or 3857.',
  ),
  'query-no-value': query(
    'A value of the query cannot be computed.',
    'Look for divisions by zero, numbers that are too large, and values that are not of the type of their field.',
  ),
  'query-not-grouped': query(
    "'having' parameter is invalid: a field that is not grouped stands inside COUNT, SUM and their like, and none of those inside another",
    'Put such fields into COUNT, SUM and their like or name them in groupByFieldsForStatistics.',
  ),
  'query-half-earth': query(
    "'distance' parameter is invalid: the geometry reaches half around the earth",
    'Ask with a smaller geometry, or without a distance.',
  ),
  'query-unprojectable': unable(
    'The geometry cannot be projected.',
    'Send coordinates from where the coordinate system applies, or name another one: inSR for what is sent, outSR for the answer.',
  ),
  'value-taken': request(
    'A value that must be there once only is in use already.',
    'Send another value, or change the feature that has it first.',
  ),
  'feature-leaves-view': request(
    'The feature would not be part of this view any more.',
    'Keep to the values and the area that the view shows, or make the edit in the layer that it shows.',
  ),
  'query-layer-unknown': query(
    "'layerDefs' parameter is invalid: the service has no layer {id}",
    'Name layers that the service has: {layers}.',
  ),
  'query-layer-conditions': query(
    "'layerDefs' parameter is invalid: '{value}' is no list of conditions by layer",
    'Give conditions by the numbers of layers: an object of them, 0:1=1;1:1=1, or a list of objects with layerId and where.',
  ),
  'query-table-extent': query(
    "'returnExtentOnly' parameter is invalid: the table '{layer}' has no geometry",
    'Ask with returnCountOnly=true for the number of rows, or ask a layer with geometries.',
  ),
  'query-time': query(
    "'time' parameter is invalid: '{value}' is neither a moment nor a span",
    'Give a moment in milliseconds, or two with a comma, of which one may be null.',
  ),
  'query-ids-many': query(
    "'{parameter}' parameter is invalid: it holds {count}",
    'Send at most {most} in a call, and the others in further calls.',
  ),
  'query-global-id': query(
    "'globalIds' parameter is invalid: '{value}' is not a global id",
    'Give identifiers of 32 hexadecimal digits with commas between them.',
  ),
  'query-object-id': query(
    "'{parameter}' parameter is invalid: '{value}' is not an object id",
    'Give whole numbers with commas between them.',
  ),
  'query-sql-format': query("'sqlFormat' parameter is invalid: '{value}' is not known", 'Send standard or none, or leave it out.'),
  'query-count': query(
    "'resultRecordCount' parameter is invalid: it is {value}",
    'Give a number from 1 on, or leave it out for as many as the layer answers.',
  ),
  'query-count-factor': query("'maxRecordCountFactor' parameter is invalid: it is {value}", 'Give a number from 1 to 5.'),
  'query-result-type': query("'resultType' parameter is invalid: '{value}' is not known", 'Use none, standard or tile.'),
  'query-fields-twice': query(
    "'{parameter}' parameter is invalid: it names '{name}' twice",
    'Use each name once; an expression gets another one with AS.',
  ),
  'query-order-many': query("'orderByFields' parameter is invalid: it has {count} parts", 'Order by at most {most} fields or expressions.'),
  'query-precision': query("'geometryPrecision' parameter is invalid: it is {value}", 'Give a number of decimals from 0 to 15.'),
  'query-negative': query("'{parameter}' parameter is invalid: it is {value}", 'Give a number from 0 on.'),
  'query-statistics': query(
    "'outStatistics' parameter is invalid: it is no list of statistics, or has too many",
    'Give a list of 1 to {most} objects with statisticType and onStatisticField.',
  ),
  'query-statistic': query(
    "'outStatistics' parameter is invalid: '{value}' is no statistic",
    'Make each statistic an object with statisticType and onStatisticField.',
  ),
  'query-statistic-name-twice': query(
    "'outStatisticFieldName' parameter is invalid: each name may be used once in a reply, and '{name}' is used again",
    'Give this statistic another outStatisticFieldName.',
  ),
  'query-statistic-type': query("'statisticType' parameter is invalid: '{value}' is not known", 'Use one of {types}.'),
  'query-statistic-numbers': query(
    "'statisticType' parameter is invalid: {type} needs a field of numbers, and '{field}' holds none",
    'Choose a field of numbers, or count, min or max.',
  ),
  'query-statistic-name': query(
    "'outStatisticFieldName' parameter is invalid: '{name}' cannot be a name",
    'Use at most 128 letters, digits and underscores, beginning with a letter or an underscore.',
  ),
  'query-percentile': query(
    "'statisticParameters' parameter is invalid: the value of a percentile is '{value}'",
    'Give a value from 0 to 1; 0.5 is the median.',
  ),
  'query-order-statistic': query(
    "'orderByFields' parameter is invalid: '{name}' is not a field of the layer",
    'Order features by their fields, not by statistics: {fields}.',
  ),
  'query-order-distinct': query(
    "'orderByFields' parameter is invalid: '{name}' is not among outFields",
    'Order distinct values by fields that outFields names too.',
  ),
  'query-order-groups': query(
    "'orderByFields' parameter is invalid: the statistics have no column '{name}'",
    'Order statistics by their own names and by the fields that they are grouped by: {names}.',
  ),
  'query-having-long': query(
    "'having' parameter is invalid: it names statistics of long expressions too often",
    'Ask for fewer of them, or for shorter expressions.',
  ),
  'query-relation': query("'spatialRel' parameter is invalid: '{value}' is not known", 'Use one of {relations}.'),
  'query-geometry-range': query(
    "'geometry' parameter is invalid: its coordinates are out of range",
    'Send coordinates in the system that inSR or the geometry names: degrees for 4326, metres for 3857.',
  ),
  'query-distance-corners': query(
    "'geometry' parameter is invalid: with a distance it may have {most} corners at most, and has {count}",
    'Send a simpler shape or its envelope, or leave the distance out.',
  ),
  'query-geometry-tangled': query(
    "'geometry' parameter is invalid: the polygon crosses itself too often",
    'Send a simpler polygon, or its envelope.',
  ),
  'query-geometry-type': query("'geometryType' parameter is invalid: '{value}' is not known", 'Use one of {types}.'),
  'query-units': query("'units' parameter is invalid: '{value}' is not known", 'Use one of {units}.'),
  'query-distance': query(
    "'distance' parameter is invalid: {value} is not from 0 to 20,000 kilometres",
    'Give a smaller distance, in the unit that units names.',
  ),
  'query-list-long': query(
    "'{parameter}' parameter is invalid: it is longer than {most} characters",
    'Ask for fewer fields or shorter expressions at once.',
  ),
  'query-list-many': query("'{parameter}' parameter is invalid: it has {count} parts", 'Name at most {most} in a call.'),
  'query-no-type': query(
    "'{parameter}' parameter is invalid: the expression '{text}' gives no value",
    'Give a field or an expression whose value is a number, a text, a date or an id.',
  ),
  'query-top-groups': query(
    "'topFilter' parameter is invalid: it has no groupByFields",
    'Name in groupByFields the fields that make the groups.',
  ),
  'query-top-many': query(
    "'topFilter' parameter is invalid: it gives more than {most} features",
    'Choose fewer groups or a smaller topCount.',
  ),
  'query-relationship': query(
    "'relationshipId' parameter is invalid: the layer has no relationship with the number {id}",
    'Use one that the description of the layer lists under relationships: {ids}.',
  ),
  'query-related-large': query('The related records are too large for one reply.', 'Ask for fewer with resultRecordCount.'),
  'query-layers-large': query(
    'The features of all layers up to layer {layer} are too large for one reply.',
    'Ask for fewer layers in layerDefs, or query each layer at its own address.',
  ),
  'query-numbers-needed': query("'{parameter}' parameter is invalid: '{field}' does not hold numbers", 'Choose a field of numbers.'),
  'query-divisor': query(
    "'normalizationField' parameter is invalid: it is missing",
    'Name the field to divide by, or choose another normalizationType.',
  ),
  'query-interval': query(
    "'definedInterval' parameter is invalid: it is missing",
    'Give the width of a class, or choose another classificationMethod.',
  ),
  'query-interval-small': query(
    "'definedInterval' parameter is invalid: values from {min} to {max} have more than {most} classes that are {interval} wide",
    'Choose wider classes, or fewer features.',
  ),
  'query-attachments-order': query(
    "'orderByFields' parameter is invalid: it has no column “{term}”",
    'Order by attachmentId, parentObjectId, globalId, name, contentType, size or keywords, each with asc or desc.',
  ),
  'query-attachments': query("'{parameter}' parameter is invalid: '{value}' cannot be used", 'Send {wanted}.'),
  'query-sql-type': query("'sqlType' parameter is invalid: '{value}' is not known", 'Use where, expression or statement.'),
  'query-calculated-twice': query("'calcExpression' parameter is invalid: it sets {field} twice", 'Name each field once.'),
  'query-calculated-unfit': query(
    "'calcExpression' parameter is invalid: it gives a value that the field cannot hold",
    'Keep to the length and the kind of the field, and give a value where one is needed; CAST and SUBSTRING help.',
  ),
  'query-calculated-script': query(
    "'calcExpression' parameter is invalid: {why}",
    'Leave scripts and markup that could run out, or ask the owner to set xssPreventionEnabled to false.',
  ),
  'query-calculated-value': query(
    "'calcExpression' parameter is invalid: {why}",
    'Give a value that the field can hold: of its type, and no longer than it takes.',
  ),
} as const;
