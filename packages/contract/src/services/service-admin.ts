// Endpoints that change the definition of hosted feature services.
import { endpoint } from '../endpoint.ts';
import { flag, json, required } from '../param.ts';

const AFS = '/rest/admin/services/Hosted/:service/FeatureServer';
const AFL = `${AFS}/:layer` as const;
const change = { method: 'change' } as const;

export const describeServiceAdmin = endpoint<Record<string, unknown>>()(
  AFS,
  {},
  { summary: 'A hosted service as its administrator sees it' },
);

export const updateServiceDefinition = endpoint<{ success: true }>()(
  `${AFS}/updateDefinition`,
  { updateDefinition: required(json()), async: flag() },
  { ...change, summary: 'Changes the settings of a hosted service' },
);

export const updateLayerDefinition = endpoint<{ success: true }>()(
  `${AFL}/updateDefinition`,
  { updateDefinition: required(json()), async: flag() },
  { ...change, summary: 'Changes the settings of a hosted layer' },
);

export const truncateLayer = endpoint<{ success: true }>()(
  `${AFL}/truncate`,
  { attachmentOnly: flag(), async: flag() },
  { ...change, summary: 'Deletes all features of a hosted layer' },
);
