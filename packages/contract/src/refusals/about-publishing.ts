// Refusals of publishing, analysis, loading into layers that exist, exports and tile services.
import { ofKind } from './kind.ts';

const parameter = ofKind('INVALID_PARAMETER');
const missing = ofKind('MISSING_PARAMETER');
const request = ofKind('INVALID_REQUEST');
const forbidden = ofKind('FORBIDDEN');
const rows = ofKind('TOO_MANY_ROWS');

export const ABOUT_PUBLISHING = {
  'item-no-layer': parameter("'itemId' is not a hosted feature layer.", 'Name the item of a hosted feature layer.'),
  'item-undrawable': parameter(
    "'itemId' has no layer that can be drawn.",
    'Name a hosted layer with geometries, and wait until it is loaded.',
  ),
  'export-part-only': forbidden(
    'You see only a part of the features, and an export would have all of them.',
    'Ask the owner of the layer for the export.',
  ),
  'export-not-allowed': forbidden(
    'The owner does not let others export this layer.',
    'Ask the owner to allow it in the settings of the layer.',
  ),
  'export-layer': ofKind('LAYER_NOT_FOUND')('The service does not have all layers that were named.', 'Name layers that it has: {layers}.'),
  'export-item-gone': ofKind('ITEM_NOT_FOUND')(
    "The format '{format}' is not written any more.",
    'Start the export again with another format.',
  ),
  'export-format': parameter("'exportFormat' is '{value}', which is not written here.", 'Use one of {names}.'),
  'download-slow': ofKind('QUERY_TIMED_OUT')(
    'The file was not ready within {minutes} minutes.',
    'Export the layer to an item, which may take as long as it needs, or choose conditions that leave fewer rows.',
  ),
  'export-format-missing': parameter(
    "'exportFormat' is '{value}', which is not written here.",
    'Use one of {names}, or ask an administrator to install GDAL 3.6 or later.',
  ),
  'export-format-unfit': parameter("'exportFormat' does not fit: {why}", 'Choose another format, or fewer rows and fields.'),
  'export-parameters': parameter(
    "'exportParameters' is not as it should be at '{where}': {why}.",
    'Change that member to what is expected, and send all of it again.',
  ),
  'export-layer-twice': parameter("'exportParameters' must name each layer once.", 'Leave out what stands there twice.'),
  'export-single': parameter(
    "'{parameter}' must name one layer: a {format} file holds a single one.",
    'Name one of the layers, or choose another format.',
  ),
  'export-layer-large': rows(
    'The layer {layer}, with {count} rows as {format}, is too large: at most {most} rows are accepted.',
    'Choose fewer rows with a condition, or another format.',
  ),
  'export-large': rows(
    'The layer, as {format}, is too large: at most {most} rows are accepted.',
    'Choose fewer layers, fewer rows with a condition, or another format.',
  ),
  'download-large': rows(
    'The layer, as a direct download of {format}, is too large: at most {most} rows are accepted.',
    'Export it to an item.',
  ),
  'preview-large': rows('The file is too large: at most {most} features are accepted.', 'Publish it as a hosted layer instead.'),
  'publish-not-allowed': forbidden(
    'Your role does not let you publish: it lacks {privilege}.',
    'Ask an administrator for a role that has it.',
  ),
  'publish-of-others': forbidden(
    "You do not administer the item '{title}'.",
    'Ask its owner to publish it, or publish an item of your own.',
  ),
  'overwrite-of-others': forbidden("You may not overwrite the service '{name}'.", 'Ask its owner to do so, or publish under another name.'),
  'overwrite-view': request("The service '{name}' is a view.", 'Overwrite the service that it shows.'),
  'overwrite-underway': request(
    "Rows are being loaded into the service '{name}' already.",
    'Wait until that is done, then overwrite it again.',
  ),
  'overwrite-which': parameter(
    "'publishParameters' must name the service, since several came from this item.",
    'Name one of {names} as name.',
  ),
  'publish-other-organisation': forbidden('Names are told of your own organisation only.', 'Put self in the place of the organisation.'),
  'publish-form': parameter(
    "'{parameter}' is not as it should be{where}: {why}.",
    'Change that member to what is expected, and send all of it again.',
  ),
  'analyze-form': parameter("'analyzeParameters' is not an object.", 'Send an object, or leave it out.'),
  'source-missing': missing("'itemId' must be specified.", 'Name an item with a file, or send the file or its text.'),
  'file-type': parameter("'fileType' is '{value}', which is not read here.", 'Use one of {names}.'),
  'address-fields': parameter(
    "'addressFields' names no column for SingleLine, Address, City or CountryCode.",
    'Name the column that holds one of them.',
  ),
  'delimiter-form': parameter(
    "'columnDelimiter' must be one character, and is '{value}'.",
    'Send the character, or comma, semicolon, tab, space or pipe.',
  ),
  'encoding-form': parameter(
    "'encoding' is '{value}', which is not a known encoding.",
    'Send one such as utf-8, windows-1252 or iso-8859-1.',
  ),
  'column-reserved': parameter(
    "'publishParameters' cannot be used: {name} is a name that the portal needs itself.",
    'Give the column another newName.',
  ),
  'column-twice': parameter("'publishParameters' cannot be used: two columns would be named {name}.", 'Give one of them another newName.'),
  'column-key': parameter(
    "'publishParameters' cannot be used: the key {name} is not among the columns that are kept.",
    'Choose one of them: {names}.',
  ),
  'tiles-form': parameter(
    "'publishParameters' is not as it should be at '{where}'.",
    'Send an object with name, and title or description where they are wished.',
  ),
  'tiles-source-missing': missing("'itemId' must be specified.", 'Name the item of a hosted layer, or of a file of tiles.'),
  'load-of-others': forbidden(
    'Rows may be merged only by those who see and may change all features of the layer.',
    'Add the rows without upsert, or ask the owner of the layer to merge them.',
  ),
  'load-no-key': missing(
    "'upsertMatchingField' must be specified.",
    'Name the field whose values tell which rows and features belong together, or send upsert=false.',
  ),
  'load-skip-alone': parameter("'{parameter}' goes with upsert=true only.", 'Send upsert=true, or leave it out.'),
  'load-skip-all': parameter("'skipInserts' and skipUpdates leave nothing to do.", 'Leave one of the two out.'),
  'load-mappings-form': parameter(
    "'{parameter}' must be a list of pairs.",
    'Send a list of objects with name (the field) and source or sourceName (the column).',
  ),
  'load-append-field': parameter("'appendFields' names '{name}', which the layer does not have.", 'Name fields of the layer: {fields}.'),
  'load-key-unknown': parameter("'fieldMappings': the layer has no field '{name}'.", 'Choose the key among its fields: {fields}.'),
  'load-column-missing': parameter(
    "'fieldMappings': the file has no column for {field}. Its columns are {columns}.",
    'Name the column that holds it in fieldMappings.',
  ),
  'load-key-column': parameter(
    "'fieldMappings': the file has no column for the key '{field}', or the field may not be edited. Its columns are {columns}.",
    'Name the column that holds it in fieldMappings, or choose another key.',
  ),
  'load-field-empty': parameter(
    "'fieldMappings': the field '{field}' must not be empty, and the file has no column for it.",
    'Name the column that holds it in fieldMappings, or give the field a default value.',
  ),
  'load-field-unknown': parameter("'fieldMappings' name '{name}', which the layer does not have.", 'Name fields of the layer: {fields}.'),
  'load-field-twice': parameter("'fieldMappings' name two columns for the field '{field}'.", 'Leave one of the two out.'),
  'load-source-unknown': parameter(
    "'fieldMappings' name the column '{name}', which the file does not have.",
    'Name one of its columns: {columns}.',
  ),
  'load-nothing-fits': parameter(
    "'fieldMappings' are needed: none of the columns ({columns}) is called like a field of the layer ({fields}).",
    'Name in them which column goes into which field.',
  ),
  'load-key-alone': parameter("'fieldMappings' name nothing but the key.", 'Name fields that are to be changed, too.'),
  'load-undone': request(
    'Nothing was changed, because {count} cannot be used.{example}',
    'Mend the rows and load them again, or let those that cannot be used be left out.',
  ),
  'load-taken': request(
    'Nothing was changed, because rows of the file have keys or global ids that features of the layer have already.',
    'Take other ones, or ask its owner to load them.',
  ),
  'load-key-not-unique': request(
    "Nothing was changed: several features have the value '{value}' in the field {field}.",
    'Choose a field whose values are all different.',
  ),
  'load-layer-changed': ofKind('UNABLE_TO_COMPLETE')('The layer was changed while the rows were read.', 'Start again.'),
  'load-sources': parameter("'appendItemId', appendUploadId, sourceUrl and edits exclude each other.", 'Send one of them.'),
  'load-source-missing': missing(
    "'appendItemId' must be specified.",
    'Name an item with a file, or send appendUploadId, sourceUrl or edits.',
  ),
  'load-format-missing': missing(
    "The name of the file '{name}' does not tell its format.",
    'Choose a file of a format that can be published, or name the format in appendUploadFormat.',
  ),
  'collection-none': parameter(
    "'edits' must be a feature collection with a layer, or a feature set.",
    'Send an object with features or with layers.',
  ),
  'collection-several': parameter("'edits' holds {count} layers.", 'Send one in a call.'),
  'collection-systems': parameter("'edits' are in several spatial references.", 'Send the features of each in a call of their own.'),
  'refused-rows-none': ofKind('FILE_NOT_FOUND')(
    'The job left no rows out, so that there is no file of them.',
    'Look at the history of the layer for jobs that have one.',
  ),
} as const;
