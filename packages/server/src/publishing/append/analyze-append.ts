// Looks at a file before its rows go into a layer: what it holds, and which of its columns fit.
import type { AppendAnalysis } from '@graticule/contract/services/append';
import { columnUses, loadTarget, matchedColumns, readLoadOptions } from '../../features/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { analyzed } from '../analyze.ts';
import { readPublishParameters } from '../publish-parameters.ts';
import { inReadingTurn } from '../reading-turns.ts';
import { type AppendInput, findStoredSource, sourceParameters, typeByName } from './append.ts';

/** What a client sends. */
type AnalyzeAppendInput = Pick<
  AppendInput,
  'service' | 'layer' | 'appendItemId' | 'appendUploadId' | 'appendUploadFormat' | 'appendSourceInfo' | 'sourceTableName'
>;

/**
 * For whoever may add rows to the layer; stores nothing.
 * @throws FORBIDDEN, TOKEN_REQUIRED, INVALID_PARAMETER, MISSING_PARAMETER, ITEM_NOT_FOUND, UNREADABLE_FILE
 */
export async function analyzeAppend(portal: Portal, caller: Caller, input: AnalyzeAppendInput): Promise<AppendAnalysis> {
  const { layer } = await loadTarget(portal, caller, input, readLoadOptions({}, false));
  const parameters = readPublishParameters(sourceParameters(input), 'appendSourceInfo');
  const { key, fileName } = await findStoredSource(portal, caller, input);
  const fileType = input.appendUploadFormat ?? typeByName(fileName);
  // Columns that are called like fields are read as they are when rows go into the layer.
  const how = { fileType, parameters, into: layer.geometryType, ...columnUses(layer, { mappings: [] }) };
  const found = await inReadingTurn(caller, () => analyzed(portal, { path: portal.files.pathOf(key), fileName }, how));
  return { ...found, fieldMappings: matchedColumns(layer, found.publishParameters.layerInfo?.fields ?? []) };
}
