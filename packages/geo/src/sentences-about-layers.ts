// What hosted layers and publishing refuse, in the words of people. The tables of refusals have the same codes and say the same; where those name
// what programs send, these name what people see and do.

/** Each says what was wrong, and what to do. */
export const ABOUT_LAYERS = {
  'layer-replaced': 'The layer was replaced meanwhile. Try again.',
  'layer-of-item-gone': 'The layer was deleted or replaced meanwhile. Look at the service for the layers that it has now, and start again.',
  'layer-unreadable':
    'The features of the layer “{layer}” are not to be read: its capabilities do not have Query. Ask its owner to add Query to the capabilities of the service.',
  'service-unknown':
    'There is no service “{name}”. Look at the address of the service on the page of its item; it may have been renamed or deleted.',
  'service-forbidden': 'The service “{name}” is not shared with you. Ask its owner to share it with you or a group of yours.',
  'service-not-administered': 'The service “{name}” is administered by others. Ask its owner or an administrator to make the change.',
  'service-name-taken': 'Service name “{name}” is already in use. Choose another name.',
  'service-name':
    'Service name “{name}” is invalid. Use letters from A to Z, digits and underscores, {most} at most, and begin with a letter or a digit.',
  'load-format-missing': 'The name of the file “{name}” does not tell its format. Choose a file of a format that can be published.',
  'jobs-waiting': '{most} jobs of yours have not ended yet. Wait until one of them has ended, or cancel one.',
  'visitor-often': 'Too many edits were made without signing in. Wait a minute, or sign in.',
  'visitor-many': '{most} features in a minute may be edited without signing in. Wait a minute, or sign in.',
  'visitor-many-at-once':
    '{count} features were sent at once, and {most} may be edited in a minute without signing in. Send them in several parts, or sign in.',
  'attachments-off': 'The layer “{layer}” keeps no files with its features. Ask its owner to switch attachments on.',
  'attachment-large': 'The file is too large: at most 50 MB are accepted. Send a smaller file, or several.',
  'upload-large': 'The file is too large: at most {most} MB are accepted. Send a smaller file, or split it.',
  'views-stand': 'This cannot be done while views show the layer: {views}. Delete the views first.',
  'views-stand-others':
    'This cannot be done while views show the layer: {views}, and others that you may not see: {count}. Delete the views first, and ask an administrator of the organisation about the others.',
  'views-stand-unseen':
    'This cannot be done while views that you may not see show the layer: {count}. Ask an administrator of the organisation to delete them first.',
  'layer-is-view': 'The layer “{layer}” is a view. Make the change in the layer that it shows.',
  'overwrite-view': 'The service “{name}” is a view. Overwrite the service that it shows.',
  'overwrite-underway': 'Rows are being loaded into the service “{name}” already. Wait until that is done, then overwrite it again.',
  'overwrite-of-others': 'You may not overwrite the service “{name}”. Ask its owner to do so, or publish under another name.',
  'publish-not-allowed': 'Your role does not let you publish: it lacks {privilege}. Ask an administrator for a role that has it.',
  'publish-of-others': 'You do not administer the item “{title}”. Ask its owner to publish it, or publish an item of your own.',
  'export-part-only':
    'You see only a part of the features, and an export would have all of them. Ask the owner of the layer for the export.',
  'export-not-allowed': 'The owner does not let others export this layer. Ask the owner to allow it in the settings of the layer.',
  'export-layer-large':
    'The layer {layer}, with {count} rows as {format}, is too large: at most {most} rows are accepted. Choose fewer rows with a condition, or another format.',
  'export-large':
    'The layer, as {format}, is too large: at most {most} rows are accepted. Choose fewer layers, fewer rows with a condition, or another format.',
  'download-large': 'The layer, as a direct download of {format}, is too large: at most {most} rows are accepted. Export it to an item.',
  'preview-large': 'The file is too large: at most {most} features are accepted. Publish it as a hosted layer instead.',
  'column-reserved': 'The portal needs the name {name} itself. Give the column another name.',
  'column-twice': 'Two columns would be named {name}. Give one of them another name.',
  'column-key': 'The key {name} is not among the columns that are kept. Choose one of them: {names}.',
  'field-name':
    '“{name}” cannot be the name of a field. Use 1 to 64 letters, digits and underscores, beginning with a letter or an underscore, and put other words into the name that is shown.',
  'field-name-twice':
    'There are two fields of the name “{name}”. Give one of them another name; small and capital letters count as the same.',
  'field-default': 'The field “{name}”, which must not be empty, needs a default value. Give it one, or let it be empty.',
  'field-nulls': 'Empty values of “{name}” cannot be forbidden: there are some. Fill them first, for example by calculating the field.',
  'fields-many': 'A layer may have {most} fields at most, and would have {count}. Leave some out, or put them into another layer.',
  'field-shorter': 'The field “{name}” cannot be made shorter. Keep its length of {length}, or give a larger one.',
  'domain-range':
    'The range does not fit the field “{name}”. Give a range from the lower to the higher number, to a field of numbers or dates; texts take lists of values.',
  'domain-code-twice': 'The list of values of “{name}” has “{code}” twice. Use each value once.',
  'definition-value': '“{where}” does not fit: {why}. Give a value that the field can hold.',
  'query-calculated-value':
    'The calculated value cannot be kept: {why}. Give a value that the field can hold: of its type, and no longer than it takes.',
  'query-calculated-script':
    'The calculated value cannot be kept: {why}. Leave scripts and markup that could run out, or ask the owner to switch off “Refuse scripts in values” in the settings of the layer.',
  'type-id': 'The type “{type}” has no value. Give it the value of the field “{field}” that its features have.',
  'type-values-many':
    'The lists of the types have more than {most} values together. Leave some out, or give the field itself a list that the types share.',
  'definition-changed': 'The layer was changed by somebody else since it was read. Read it again, and make your change to what it is now.',
  'settings-changed':
    'The settings of the service were changed by somebody else since they were read. Read them again, and make your change to what they are now.',
  'type-id-twice': 'Two types have the value “{id}”. Give each type a value of its own of the field “{field}”.',
  'load-taken':
    'Nothing was changed, because rows of the file have keys or global ids that features of the layer have already. Take other ones, or ask its owner to load them.',
  'load-key-not-unique':
    'Nothing was changed: several features have the value “{value}” in the field {field}. Choose a field whose values are all different.',
  'load-layer-changed': 'The layer was changed while the rows were read. Start again.',
  'load-no-key':
    'The field that joins rows and features is missing. Name the field whose values tell which of them belong together, or add the rows without merging.',
  'load-nothing-fits':
    'None of the columns ({columns}) is called like a field of the layer ({fields}). Choose which column goes into which field.',
  'edit-forbidden':
    'The service does not let you make these edits: {kinds}. Ask its owner to allow them in the capabilities of the service ({capabilities}), or an administrator for the right to edit.',
  'edit-not-own': 'Feature {id} belongs to somebody else. Change your own features, or ask the owner of the layer.',
  'query-related-large': 'The related records are too large for one reply. Ask for fewer of them.',
  'value-taken': 'A value that must be there once only is in use already. Send another value, or change the feature that has it first.',
  'feature-leaves-view':
    'The feature would not be part of this view any more. Keep to the values and the area that the view shows, or make the edit in the layer that it shows.',
  'edit-undone':
    'Undone because another edit that was made with it failed. Mend that edit and send all of them again, or let each edit count by itself.',
  'edit-no-feature': 'Feature does not exist. Read the layer again; it may have been deleted meanwhile.',
  'edit-of-others': 'The feature belongs to somebody else. Change your own features, or ask the owner of the layer.',
  'edit-changed-since': 'The feature was changed since it was read. Read it again, and repeat the change on what it is now.',
  'edit-global-id-taken': 'The global id is in use already. Send another global id, or none to get a new one.',
  'edit-without-area':
    'The polygon has no area: its corners lie on one line. Draw it with at least three corners that do not lie on one line.',
  'edit-geometry': 'The geometry is not valid: {why}. Send x and y, points, paths or rings as lists of finite numbers.',
  'edit-geometry-none': 'The table has no geometry. Leave the geometry out.',
  'edit-geometry-type': 'The geometry must be of type {wanted}, and is of type {found}. Send another geometry, or choose another layer.',
  'edit-geometry-range':
    'The coordinates of the geometry are out of range. Name the coordinate system that they are in; the system of the layer is {wkid}.',
  'edit-geometry-tangled': 'The polygon crosses itself too often. Simplify it, or send it in several parts.',
  'edit-system-unknown': 'The reference system {wkid} is not known. Send the coordinates in another one, such as 4326 or 3857.',
  'edit-no-object': 'The feature is not in a form that can be read. Send it as the layer itself answers queries.',
  'edit-geojson': 'GeoJSON features are not accepted here. Send them as the layer itself answers queries.',
  'edit-no-attributes': 'The values of the feature are not in a form that can be read. Send the values by the names of the fields.',
  'edit-needs-global-id': '{field} must hold a global id. Send 32 hexadecimal digits, with or without braces.',
  'edit-needs-object-id': '{field} must hold an object id. Send a whole number that a query gave.',
  'value-empty': '{field} must not be empty. Give it a value.',
  'value-twice': '{field} has two values, in two spellings of its name. Name each field once.',
  'value-wanted': '{field} must be {wanted}, and is {value}. Change the value.',
  'value-long':
    '{field} may hold at most {most} characters, and has {count}. Shorten the text, or ask the owner of the layer for a longer field.',
  'file-too-large': 'The file is too large: at most 50 MB are accepted. Send a smaller file, or several.',
  'file-of-type':
    'The file {name} is of a type that may not be kept with features. Give it a name with its ending, or put it into a zip archive.',
  'file-without-data': 'The file has no data. Send it again.',
  'file-not-there': 'File does not exist. Read the files of the feature again; it may have been deleted meanwhile.',
  'edit-script':
    'The value cannot be stored: {why}. Leave scripts and markup that could run out, or ask the owner to switch off “Refuse scripts in values” in the settings of the layer.',
  'query-unprojectable':
    'The geometry cannot be projected. Send coordinates from where the coordinate system applies, or name another system.',
} as const;
