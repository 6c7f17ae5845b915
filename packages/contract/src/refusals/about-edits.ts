// Refusals of edits: of whole calls, and of single features and files among them.
import { ofKind } from './kind.ts';

const parameter = ofKind('INVALID_PARAMETER');
const missing = ofKind('MISSING_PARAMETER');
const forbidden = ofKind('FORBIDDEN');
const busy = ofKind('TOO_MANY_REQUESTS');
/** Said of one edit among others, in the description of its result. */
const edit = ofKind('INVALID_REQUEST');

export const ABOUT_EDITS = {
  'visitor-often': busy('Too many edits were made without signing in.', 'Wait a minute, or sign in.'),
  'visitor-many-at-once': parameter(
    "'The edits' hold {count} features, and {most} may be edited in a minute without signing in.",
    'Send them in several calls, or sign in.',
  ),
  'visitor-many': busy('{most} features in a minute may be edited without signing in.', 'Wait a minute, or sign in.'),
  'edit-forbidden': forbidden(
    'The service does not let you make these edits: {kinds}.',
    'Ask its owner to allow them in the capabilities of the service ({capabilities}), or an administrator for the right to edit.',
  ),
  'edit-owners-unknown': forbidden(
    "People may change only their own features here, and the layer '{layer}' does not know whose they are.",
    'Ask its owner to switch editor tracking on, or to let people edit the features of others.',
  ),
  'edit-not-own': forbidden('Feature {id} belongs to somebody else.', 'Change your own features, or ask the owner of the layer.'),
  'files-need-global-ids': parameter(
    "'attachments' need useGlobalIds=true.",
    'Send useGlobalIds=true, and name the features by their global ids.',
  ),
  'file-not-base64': parameter(
    "'attachments' hold data that is not base64.",
    'Encode data in base64, or upload the file and send its uploadId.',
  ),
  'edits-no-choice': missing(
    "'objectIds' must be specified.",
    'Name the features in objectIds, or choose them with where or geometry; where=1=1 chooses all.',
  ),
  'edits-table-place': parameter(
    "'geometry' cannot choose rows of the table '{layer}', which has no places.",
    'Choose them with objectIds or where.',
  ),
  'calculate-no-where': missing("'where' must be specified.", 'Send a condition; 1=1 chooses all features.'),
  'calculate-no-value': parameter(
    "'calcExpression' has neither a value nor a sqlExpression for '{field}'.",
    'Give each field one of the two.',
  ),
  'edits-no-list': parameter("'{parameter}' must be a list.", 'Put the features into square brackets, also a single one.'),
  'edits-too-many': parameter("'{parameter}' may hold at most {most} elements, and has {count}.", 'Send the others in further calls.'),
  'edits-no-json': parameter("'{parameter}' is not valid JSON.", 'Send ids with commas between them, or a JSON list of ids.'),
  'edits-layers-many': parameter("'edits' name {count} layers.", 'Name at most 100 in a call.'),
  'versions-of-chosen': parameter("'ifUnchanged' goes with objectIds alone.", 'Leave where and geometry out, or ifUnchanged.'),
  'versions-by-global-ids': parameter("'ifUnchanged' goes with object ids, not with useGlobalIds=true.", 'Leave one of the two out.'),
  'versions-no-object': parameter(
    "'ifUnchanged' must be an object of versions by object id.",
    'Send the texts that returnVersion=true gave, each by its object id.',
  ),
  'versions-unread': parameter(
    "'ifUnchanged' must hold texts of returnVersion by object id, and holds '{value}' for '{id}'.",
    'Read the feature with returnVersion=true, and send the text that it gives.',
  ),
  'edit-undone': edit(
    'Undone because another edit of the call failed.',
    'Mend that edit and send all of them again, or send rollbackOnFailure=false.',
  ),
  'edit-no-feature': edit('Feature does not exist.', 'Read the layer again; it may have been deleted meanwhile.'),
  'edit-of-others': edit('The feature belongs to somebody else.', 'Change your own features, or ask the owner of the layer.'),
  'edit-changed-since': edit('The feature was changed since it was read.', 'Read it again, and repeat the change on what it is now.'),
  'edit-global-id-taken': edit('The global id is in use already.', 'Send another global id, or none to get a new one.'),
  'edit-without-area': edit(
    'The polygon has no area: its corners lie on one line.',
    'Draw it with at least three corners that do not lie on one line.',
  ),
  'edit-geometry': edit('The geometry is not valid: {why}.', 'Send x and y, points, paths or rings as lists of finite numbers.'),
  'edit-geometry-none': edit('The table has no geometry', 'Leave the geometry out.'),
  'edit-geometry-type': edit(
    'The geometry must be of type {wanted}, and is of type {found}',
    'Send another geometry, or choose another layer.',
  ),
  'edit-geometry-range': edit(
    'The coordinates of the geometry are out of range',
    'Name their coordinate system in spatialReference; the system of the layer is {wkid}.',
  ),
  'edit-geometry-tangled': edit('The polygon crosses itself too often', 'Simplify it, or send it in several parts.'),
  'edit-system-unknown': edit('The reference system {wkid} is not known', 'Send the coordinates in another one, such as 4326 or 3857.'),
  'edit-no-object': edit('A feature must be an object', 'Send an object with attributes and geometry.'),
  'edit-geojson': edit('GeoJSON features are not accepted here', 'Send attributes and geometry, as queries with f=json answer them.'),
  'edit-no-attributes': edit('attributes must be an object', 'Send the values by the names of the fields.'),
  'edit-needs-global-id': edit('{field} must hold a global id', 'Send 32 hexadecimal digits, with or without braces.'),
  'edit-needs-object-id': edit('{field} must hold an object id', 'Send a whole number that a query gave.'),
  'value-empty': edit('{field} must not be empty', 'Give it a value.'),
  'value-twice': edit('{field} has two values, in two spellings of its name', 'Name each field once.'),
  'value-wanted': edit('{field} must be {wanted}, and is {value}', 'Change the value.'),
  'value-long': edit(
    '{field} may hold at most {most} characters, and has {count}',
    'Shorten the text, or ask the owner of the layer for a longer field.',
  ),
  'file-too-large': edit('The file is too large: at most 50 MB are accepted.', 'Send a smaller file, or several.'),
  'file-of-type': edit(
    'The file {name} is of a type that may not be kept with features.',
    'Give it a name with its ending, or put it into a zip archive.',
  ),
  'file-without-data': edit('The file has no data.', 'Send data in base64, or the uploadId of an upload.'),
  'file-not-there': edit('File does not exist.', 'Read the files of the feature again; it may have been deleted meanwhile.'),
  'edit-script': edit(
    'The value cannot be stored: {why}.',
    'Leave scripts and markup that could run out, or ask the owner to set xssPreventionEnabled to false.',
  ),
} as const;
