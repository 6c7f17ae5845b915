// Endpoints for the operator of an install that holds several organisations.
import { endpoint } from '../endpoint.ts';
import { required, text } from '../param.ts';

/** An organisation of the install, as its operator sees it. */
export interface OrganisationSummary {
  id: string;
  name: string;
  urlKey: string | null;
  /** Where its people sign in. */
  url: string;
  access: 'public' | 'private';
  /** The organisation of the main address, whose administrators are the operators. */
  isHome: boolean;
  members: number;
  /** Epoch milliseconds. */
  created: number;
  /** True while everything in it is being removed. */
  isClosing: boolean;
}

export const listOrganisations = endpoint<{ organizations: OrganisationSummary[] }>()(
  '/sharing/rest/portals/organizations',
  {},
  { needs: 'user', summary: 'Organisations of an install that holds several; for administrators of the home organisation' },
);

export const createOrganisation = endpoint<{ success: true; id: string; url: string; username: string }>()(
  '/sharing/rest/portals/createOrganization',
  {
    name: required(text()),
    urlKey: required(text()),
    username: required(text()),
    password: required(text({ secret: true })),
    email: required(text()),
    fullName: required(text({ aliases: ['fullname'] })),
  },
  { method: 'change', needs: 'user', summary: 'Adds an organisation with its administrator; for administrators of the home organisation' },
);

/** How much an organisation has: what goes when it is closed. */
export interface OrganisationContents {
  members: number;
  /** Those in the recycle bin too. */
  items: number;
  /** Feature services whose layers are kept in the portal. */
  services: number;
  groups: number;
}

export const organisationContents = endpoint<OrganisationContents>()(
  '/sharing/rest/portals/organizationContents',
  { id: required(text()) },
  { needs: 'user', summary: 'How much goes when an organisation is closed; for administrators of the home organisation' },
);

export const closeOrganisation = endpoint<{ success: true; id: string }>()(
  '/sharing/rest/portals/closeOrganization',
  { id: required(text()), name: required(text()) },
  {
    method: 'change',
    needs: 'user',
    summary:
      'Removes an organisation with all its people and content for good; its name is repeated. For administrators of the home organisation',
  },
);
