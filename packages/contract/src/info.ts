// What clients ask before anything else: versions, where tokens come from, whether there is an administrator.
import { endpoint } from './endpoint.ts';
import { text } from './param.ts';

/** Version that the sharing API reports, and that clients compare features with. */
export const SHARING_VERSION = '2024.2';
export const ENTERPRISE_VERSION = '11.4.0';
/** Version that services report. */
export const SERVICES_VERSION = 11.2;

export interface SharingRoot {
  currentVersion: string;
  enterpriseVersion: string;
  enterpriseBuild: string;
}

export const sharingRoot = endpoint<SharingRoot>()('/sharing/rest', {}, { summary: 'Version of the sharing API' });

export interface SharingInfo {
  owningSystemUrl: string;
  authInfo: { tokenServicesUrl: string; isTokenBasedSecurity: true };
  /** Whether the web server signs people in by the operating system; never here. */
  hasIAA: false;
}

export const sharingInfo = endpoint<SharingInfo>()('/sharing/rest/info', {}, { summary: 'Where tokens come from' });

export interface RestInfo {
  currentVersion: number;
  fullVersion: string;
  soapUrl: null;
  secureSoapUrl: null;
  owningSystemUrl: string;
  authInfo: { isTokenBasedSecurity: true; tokenServicesUrl: string; shortLivedTokenValidity: number };
}

export const restInfo = endpoint<RestInfo>()('/rest/info', {}, { summary: 'Where tokens for services come from' });

/** For administrators. Everybody else gets error 499, or 498 with the detail `no user` while there is no administrator. */
export interface PortalAdminReply {
  version: string;
  resources: string[];
}

export const securityConfig = endpoint<{ groupStoreConfig: { type: 'BUILTIN' }; userStoreConfig: { type: 'BUILTIN' } }>()(
  '/portaladmin/security/config',
  {},
  { needs: 'user', summary: 'Where accounts and groups are kept; for administrators' },
);

export const portalAdmin = endpoint<PortalAdminReply>()(
  '/portaladmin',
  { ts: text() },
  { summary: 'Whether the portal has an administrator: error 499 when it has one, 498 with the detail `no user` when not' },
);
