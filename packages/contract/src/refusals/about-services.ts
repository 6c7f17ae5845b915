// Refusals of services and what belongs to them: layers, files of features, uploads, copies that synchronise, tiles.
import { ofKind } from './kind.ts';

const parameter = ofKind('INVALID_PARAMETER');
const missing = ofKind('MISSING_PARAMETER');
const request = ofKind('INVALID_REQUEST');
const forbidden = ofKind('FORBIDDEN');
const large = ofKind('TOO_LARGE');
const noFile = ofKind('FILE_NOT_FOUND');

export const ABOUT_SERVICES = {
  'service-unknown': ofKind('SERVICE_NOT_FOUND')(
    "There is no service '{name}'.",
    'Look at the address of the service on the page of its item; it may have been renamed or deleted.',
  ),
  'service-forbidden': forbidden("The service '{name}' is not shared with you.", 'Ask its owner to share it with you or a group of yours.'),
  'service-not-administered': forbidden(
    "The service '{name}' is administered by others.",
    'Ask its owner or an administrator to make the change.',
  ),
  'service-exchanged': ofKind('SERVICE_NOT_FOUND')(
    "Another service has the name '{name}' now.",
    'Look at the service, and ask again if it is the one that was meant.',
  ),
  'layer-unknown': ofKind('LAYER_NOT_FOUND')("The service '{service}' has no layer '{layer}'.", 'Ask for one that it has: {layers}.'),
  'layer-of-item-gone': ofKind('LAYER_NOT_FOUND')(
    'The layer was deleted or replaced meanwhile.',
    'Look at the service for the layers that it has now, and start again.',
  ),
  'layer-replaced': ofKind('UNABLE_TO_COMPLETE')('The layer was replaced meanwhile.', 'Try again.'),
  'layer-unreadable': ofKind('QUERY_OFF')(
    "The features of the layer '{layer}' are not to be read: its capabilities do not have Query.",
    'Ask its owner to add Query to the capabilities of the service.',
  ),
  'feature-unknown': ofKind('FEATURE_NOT_FOUND')(
    "The layer '{layer}' has no feature '{id}' that you may see.",
    'Query the layer for the object ids that it has; the feature may have been deleted.',
  ),
  'address-of-feature': ofKind('PATH_NOT_FOUND')(
    "'{id}' is not the number of a feature.",
    'Put an object id or an operation such as query behind the layer.',
  ),
  'layer-numbers': parameter("'layers' must be a list with the numbers of layers.", 'Send a list such as [0,1].'),
  'statement-refused': request(
    'Statements are not accepted.',
    'Send a condition with sqlType=where, or an expression with sqlType=expression.',
  ),
  'service-name-taken': ofKind('SERVICE_NAME_TAKEN')("Service name '{name}' is already in use.", 'Choose another name.'),
  'service-name': ofKind('SERVICE_NAME_INVALID')(
    "Service name '{name}' is invalid.",
    'Use letters from A to Z, digits and underscores, {most} at most, and begin with a letter or a digit.',
  ),
  'service-type': ofKind('OPERATION_NOT_SUPPORTED')("Services of the type '{type}' are not made here.", 'Send {types}.'),
  'jobs-waiting': ofKind('TOO_MANY_REQUESTS')(
    '{most} jobs of yours have not ended yet.',
    'Wait until one of them has ended, or cancel one.',
  ),
  'job-unknown': request(
    "The job '{id}' does not exist.",
    'Look at the number that the call answered, and at the item or layer that it is of; of the loads of a layer the last hundred are known.',
  ),
  'picture-width': parameter("'w' must be 1 or more, and is {width}.", 'Give the width in pixels.'),
  'attachments-off': ofKind('ATTACHMENTS_OFF')(
    "The layer '{layer}' keeps no files with its features.",
    'Ask its owner to switch attachments on.',
  ),
  'attachment-unknown': noFile(
    'Feature {feature} has no file {id} that you may see.',
    'Ask for the attachments of the feature for the numbers that it has.',
  ),
  'attachment-numbers': parameter("'attachmentIds' must be numbers, and hold '{value}'.", 'Send numbers with commas between them.'),
  'attachment-keywords': parameter("'keywords' may have {most} characters at most, and have {count}.", 'Shorten them.'),
  'attachment-large': large('The file is too large: at most 50 MB are accepted.', 'Send a smaller file, or several.'),
  'attachment-of-type': parameter("'attachment' is of a type that may not be kept with features: {name}.", 'Put it into a zip archive.'),
  'attachment-missing': missing("'attachment' must be specified.", 'Send the file as attachment, or the number of an upload as uploadId.'),
  'attachment-global-id': parameter(
    "'globalId' is '{value}', which is not a global id.",
    'Send 32 hexadecimal digits, with or without braces, or leave it out.',
  ),
  'upload-of-visitor': forbidden('Uploads belong to somebody.', 'Sign in first.'),
  'upload-unknown': request("The upload '{id}' does not exist.", 'Send the file again.'),
  'uploads-waiting': large(
    'What waits at services is too large: at most {most} MB are accepted.',
    'Commit or delete uploads that you do not need first.',
  ),
  'uploads-unfinished': request('There are {most} uploads that you began and did not commit.', 'Commit or delete some of them first.'),
  'upload-part-number': parameter("'partId' must be from 1 to {most}, and is {value}.", 'Number the parts from 1 on.'),
  'upload-part-large': large('The part is too large: at most 100 MB are accepted.', 'Send the file in smaller parts.'),
  'upload-committed': request('The upload was committed already.', 'Use it by its number, or begin another upload.'),
  'upload-part-twice': parameter("'parts' must name each part once.", 'Leave out what stands there twice.'),
  'upload-part-missing': request('Part {number} is missing.', 'Send it, and commit again.'),
  'upload-without-parts': request('No parts were received.', 'Send the parts first, and commit then.'),
  'upload-open': request('The upload was not committed yet.', 'Commit it first.'),
  'upload-no-json': request("The upload '{name}' is not JSON.", 'Upload the edits as JSON, and send editsUploadFormat=json.'),
  'edits-format': parameter("'editsUploadFormat' must be json, and is '{value}'.", 'Upload the edits as JSON, and send json.'),
  'edits-missing': missing("'edits' must be specified.", 'Send edits, or the number of an upload that holds them as editsUploadId.'),
  'edits-in-two-ways': parameter("'edits' and editsUploadId exclude each other.", 'Send one of them.'),
  'upload-large': large('The file is too large: at most {most} MB are accepted.', 'Send a smaller file, or split it.'),
  'changes-not-kept': request('Changes of this layer are not kept.', 'Ask its owner to add the capability ChangeTracking or Sync.'),
  'changes-of-own-only': forbidden(
    'You see only a part of the features of this service, and changes would tell of others.',
    'Query the features instead, or ask the owner of the service for its changes.',
  ),
  'changes-at-once': request('More than {most} features of layer {layer} changed at once.', 'Read the layer anew, or make a new replica.'),
  'changes-forgotten': request(
    'Changes of layer {layer} since generation {generation} are not known: they are kept from {least} on.',
    'Read the layer anew, or make a new replica.',
  ),
  'copy-large': request('The features are too many or too large for one reply.', 'Choose fewer layers or a smaller area.'),
  'transport-type': parameter(
    "'transportType' is '{value}', which is not answered here.",
    'Send esriTransportTypeEmbedded or esriTransportTypeUrl.',
  ),
  'data-format': parameter("'dataFormat' must be json, and is '{value}'.", 'Send json, or leave it out.'),
  'sync-model': parameter("'syncModel' must be perLayer or none, and is '{value}'.", 'Send one of the two.'),
  'replicas-many': request('You keep {most} replicas of this service already.', 'Unregister those that you do not use.'),
  'replica-unknown': request("The replica '{id}' does not exist.", 'Ask the service for its replicas, or make a new one.'),
  'replica-busy': request('The same replica sends other edits at the same time.', 'Send them again once the others are answered.'),
  'sync-direction': parameter("'syncDirection' must be download, upload or bidirectional, and is '{value}'.", 'Send one of the three.'),
  'sync-layer': parameter("'{parameter}' names layer '{id}', which the service does not have.", 'Name layers that it has: {layers}.'),
  'generations-missing': missing("'layerServerGens' must be specified.", 'Send the generations that the last call answered, by layer.'),
  'generation-number': parameter(
    "'serverGens' must be the number of a generation, and is '{value}'.",
    'Send the one that the last call answered.',
  ),
  'sync-result-gone': request('The job has no result, or it was made more than a day ago.', 'Ask again.'),
  'tile-outside': noFile('There is no tile {z}/{y}/{x}.', 'Ask for levels, rows and columns that the description of the service names.'),
  'tiles-of-table': noFile("The layer '{layer}' is a table, which no tile shows.", 'Ask for a layer with geometries.'),
  'tile-file': noFile("The service has no file '{path}'.", 'Ask for files that its style names.'),
  'tile-style': noFile('The package has no style that can be read.', 'Make the package again with a style, and publish it anew.'),
  'service-file': noFile("The service keeps no file '{path}'.", 'Look at the page of the item for what it has.'),
} as const;
