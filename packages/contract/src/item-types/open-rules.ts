// The single rules that opening and sharing an item is decided by; `open-actions.ts` puts them together.
import { itemType } from './classify.ts';
import { hasKeyword, TYPE_KEYWORDS } from './type-keywords.ts';

/** Endings of packages that are downloaded and not handed to the desktop. @source SH-180 */
const DOWNLOADED = ['.mmpk', '.bpk', '.bpkx', '.lpkx', '.mpkx', '.lyrx', '.mapx', '.pagx'];

/** The longest title that is handed to a social network. @source SH-297 */
const LONGEST_SOCIAL_TITLE = 100;

/** Cuts a title longer than 100 characters to 97 and an ellipsis; blanks become plus signs. @source SH-169, SH-170 */
export function socialTitle(title: string): string {
  return cutTitle(title).replaceAll(' ', '+');
}

function cutTitle(title: string): string {
  const characters = [...title];
  return characters.length > LONGEST_SOCIAL_TITLE ? `${characters.slice(0, LONGEST_SOCIAL_TITLE - 3).join('')}…` : title;
}

/** A service of the vendor's that needs a subscription or credits. @source SH-177 */
export function isPremiumService(item: { owner: string; typeKeywords?: readonly string[] }, vendorName: string): boolean {
  const isVendors = vendorName !== '' && item.owner.toLowerCase().includes(vendorName.toLowerCase());
  return isVendors && hasKeyword(item, TYPE_KEYWORDS.requiresSubscription, TYPE_KEYWORDS.requiresCredits);
}

/** Where the vendor's own apps lie, as prefixes of a path. */
export interface VendorPaths {
  apps: string;
  openData: string;
}

/** An app on the vendor's apps path, those of open data left out. @source SH-179 */
export function isHostedTemplate(item: { url?: string | null }, paths: VendorPaths): boolean {
  let path: string;
  try {
    path = new URL(item.url ?? '', 'https://portal.invalid').pathname.toLowerCase();
  } catch {
    return false;
  }
  return path.startsWith(paths.apps.toLowerCase()) && !path.startsWith(paths.openData.toLowerCase());
}

/** Whether a package of this file name is downloaded rather than opened in desktop software. @source SH-180 */
export function isDownloadedPackage(fileName: string | null | undefined): boolean {
  return DOWNLOADED.some((ending) => fileName?.toLowerCase().endsWith(ending));
}

/** An item as adding it to a scene needs it. */
export interface SceneCandidate {
  type: string;
  typeKeywords?: readonly string[];
  /** Geometry types of its layers, where they are known. */
  geometryTypes?: readonly string[];
}

/** Tables and services of multipatches alone are not added to scenes. @source SH-182 to SH-184 */
export function mayAddToScene(item: SceneCandidate, hasSceneViewer: boolean): boolean {
  const record = itemType(item.type);
  if (!hasSceneViewer || record.class !== 'layer' || !record.openIn.includes('sceneViewer')) return false;
  if (hasKeyword(item, TYPE_KEYWORDS.table)) return false;
  const geometries = item.geometryTypes ?? [];
  const isOnlyMultipatch = geometries.length > 0 && geometries.every((type) => type === 'esriGeometryMultiPatch');
  return !(record.name === 'Feature Service' && isOnlyMultipatch);
}

/** What the portal says about sharing with everyone. */
export interface PublicSharing {
  canSharePublic?: boolean;
  portalProperties?: Readonly<Record<string, unknown>>;
}

/** Sharing with everyone is allowed unless the organisation forbids it. @source SH-210 */
export function allowsPublicSharing({ canSharePublic }: PublicSharing): boolean {
  return canSharePublic !== false;
}

/** Links to social networks: enabled, public sharing allowed, and not turned off by the portal's property. @source SH-209 */
export function showsSocialLinks(portal: PublicSharing, isEnabled: boolean): boolean {
  return isEnabled && allowsPublicSharing(portal) && portal.portalProperties?.showSocialMediaLinks !== false;
}

/** Networks that an address is shared with. */
export type SocialNetwork = 'fb' | 'tw';

/** The page that shares an address with a network. @source SH-033 */
export function socialNetworkAddress(title: string, network: SocialNetwork, url: string, base = '/home/'): string {
  // encoded first, so that a plus sign of the title is not taken for a blank
  const words = encodeURIComponent(cutTitle(title)).replaceAll('%20', '+');
  return `${base}socialnetwork.html?t=${words}&n=${network}&u=${encodeURIComponent(url)}`;
}

/** Whether a person opens the data of an item directly; anybody else is probed first. @source SH-204, SH-205 */
export function opensDataDirectly(item: { owner: string; itemControl?: string }, username: string | undefined): boolean {
  return (username !== undefined && username === item.owner) || item.itemControl === 'admin';
}
