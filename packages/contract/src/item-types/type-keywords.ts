// The type keywords that rules of the portal ask for, by name.

/** Keywords with a meaning; an item may carry any others too. @source CO-108 to CO-121 */
export const TYPE_KEYWORDS = {
  /** The service is the portal's own. */
  hostedService: 'Hosted Service',
  /** The service shows rows and columns of another. */
  viewService: 'View Service',
  /** Observations kept in a store of their own, which tiles and exports do not read. */
  spatiotemporal: 'Spatiotemporal',
  /** The app configures itself, at its own address. */
  selfConfigured: 'selfConfigured',
  /** Its owner keeps the app out of the list in the header. */
  hiddenFromSwitcher: 'hideFromAppSwitcher',
  /** Others make apps of their own from the app. */
  template: 'Template',
  /** The app is a template that others configure. */
  configurable: 'Configurable',
  readyToUse: 'Ready To Use',
  /** The code of the app lies beside it, in an item of its own. */
  codeSample: 'Code Sample',
  registeredApp: 'Registered App',
  /** Made with the app builder, or a template of it. */
  appBuilderTemplate: 'WABTemplate',
  appBuilder: 'Web AppBuilder for ArcGIS',
  /** Holds tables only. */
  table: 'Table',
  proLayer: 'lyrx',
  secondVersion: 'V2',
  tabletLayout: 'TabletLayout',
  requiresSubscription: 'Requires Subscription',
  requiresCredits: 'Requires Credits',
} as const;

/** A keyword that the rules know. */
export type TypeKeyword = (typeof TYPE_KEYWORDS)[keyof typeof TYPE_KEYWORDS];

/** Whether an item carries any of the keywords; case counts, as in the catalogue. */
export function hasKeyword(item: { typeKeywords?: readonly string[] }, ...keywords: readonly TypeKeyword[]): boolean {
  return keywords.some((keyword) => item.typeKeywords?.includes(keyword));
}
