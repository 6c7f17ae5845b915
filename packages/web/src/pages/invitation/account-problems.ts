// What is missing or wrong in the fields of a new account.
import type { MessageKey } from '@graticule/i18n/messages';
import { emailProblem, usernameProblem } from '../../people/password-rules.ts';

/** The fields as typed. */
export interface AccountFields {
  firstname: string;
  lastname: string;
  email: string;
  emailAgain: string;
  username: string;
  password: string;
  again: string;
}

/** A message for each field that is not right, in the order of the form. @source spec 2 section 5, create-account */
export function accountProblems(
  fields: AccountFields,
  isPasswordGood: boolean,
  takenName: string | undefined,
): Partial<Record<keyof AccountFields, MessageKey>> {
  const username = fields.username.trim();
  const all: Record<keyof AccountFields, MessageKey | undefined> = {
    firstname: fields.firstname.trim() === '' ? 'invitations.first-name-required' : undefined,
    lastname: fields.lastname.trim() === '' ? 'invitations.last-name-required' : undefined,
    email: emailProblem(fields.email),
    emailAgain: fields.email.trim() === fields.emailAgain.trim() ? undefined : 'invitations.email-differs',
    username: usernameProblem(username) ?? (username === takenName ? 'invitations.error.name-taken' : undefined),
    password: isPasswordGood ? undefined : 'people.password-weak',
    again: fields.again === fields.password ? undefined : 'invitations.password-differs',
  };
  return Object.fromEntries(Object.entries(all).filter(([, problem]) => problem !== undefined));
}
