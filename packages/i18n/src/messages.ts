// The areas of messages and the type of their keys, taken from the English files.
import type content from '../messages/content/en.json';
import type edit from '../messages/edit/en.json';
import type errors from '../messages/errors/en.json';
import type formats from '../messages/formats/en.json';
import type groups from '../messages/groups/en.json';
import type home from '../messages/home/en.json';
import type invitations from '../messages/invitations/en.json';
import type item from '../messages/item/en.json';
import type itemTypes from '../messages/item-types/en.json';
import type mail from '../messages/mail/en.json';
import type marketplace from '../messages/marketplace/en.json';
import type notifications from '../messages/notifications/en.json';
import type people from '../messages/people/en.json';
import type search from '../messages/search/en.json';
import type setup from '../messages/setup/en.json';
import type share from '../messages/share/en.json';
import type shell from '../messages/shell/en.json';
import type signIn from '../messages/sign-in/en.json';
import type viewer from '../messages/viewer/en.json';

interface English {
  content: typeof content;
  edit: typeof edit;
  errors: typeof errors;
  formats: typeof formats;
  groups: typeof groups;
  home: typeof home;
  item: typeof item;
  invitations: typeof invitations;
  'item-types': typeof itemTypes;
  mail: typeof mail;
  marketplace: typeof marketplace;
  notifications: typeof notifications;
  people: typeof people;
  search: typeof search;
  setup: typeof setup;
  share: typeof share;
  shell: typeof shell;
  'sign-in': typeof signIn;
  viewer: typeof viewer;
}

/** A folder of messages; a screen loads the areas it needs. */
export type Area = keyof English;

export const AREAS: readonly Area[] = [
  'content',
  'edit',
  'errors',
  'formats',
  'groups',
  'home',
  'invitations',
  'item',
  'item-types',
  'mail',
  'marketplace',
  'notifications',
  'people',
  'search',
  'setup',
  'share',
  'shell',
  'sign-in',
  'viewer',
];

/** `area.key` of every English message: a key that does not exist does not compile. */
export type MessageKey = { [A in Area]: `${A}.${keyof English[A] & string}` }[Area];

/** The messages of one area in one language, by key within the area. */
export type MessageFile = Readonly<Record<string, string>>;
