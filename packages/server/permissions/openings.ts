// What it means that a privilege opens an operation, and what operations are sent.
import type { Privilege } from '@graticule/contract/privileges';
import type { Call } from './table.ts';

/** What an operation is about; `privileges-world.ts` makes them. `own` belongs to the person whose role is tried. */
export type About =
  | 'home'
  | 'own account'
  | 'own item'
  | 'own group'
  | 'hidden member'
  | 'colleague'
  | 'member'
  | 'new member'
  | 'private item'
  | 'item of the organisation'
  | 'public item'
  | 'new public item'
  | 'private group'
  | 'group of the organisation'
  | 'public group'
  | 'new public group'
  | 'group to join'
  | 'foreign group to join'
  | 'editable layer'
  | 'layer that is only queried'
  | 'own layer'
  | 'app to list'
  | 'listing to buy'
  | 'listing to try'
  | 'purchase by user';

/** An operation that one privilege opens. */
export interface Opening {
  opens: Privilege;
  /** Privileges that the operation needs besides. */
  also?: readonly Privilege[];
  /** Other privileges that open it as well. */
  or?: readonly Privilege[];
  does: string;
  call: Call;
  about: About;
}

let count = 0;
/** A text that no other operation has used. */
export const fresh = (): string => `opened${++count}`;

/** What an account is made of. */
export const person = (): Record<string, string> => ({
  username: fresh(),
  password: 'correct horse 1',
  fullname: 'New',
  email: 'new@example.org',
});
