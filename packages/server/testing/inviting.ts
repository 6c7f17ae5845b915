// Inviting people in tests: accounts without an organisation, invitations, signing up.
import { createAccount, issueToken } from '../src/identity/index.ts';
import { Agent, type AnyReply } from './agent.ts';
import { TEST_PASSWORD, type TestPortal, usernameOf } from './test-portal.ts';

const DAY = 86_400_000;

/** What tests of invitations do; `boss` is the administrator who invites. */
export class Inviting {
  readonly #t: TestPortal;
  #count = 0;

  constructor(t: TestPortal) {
    this.#t = t;
  }

  /** Somebody who signed in just now. */
  async agentOf(username: string): Promise<Agent> {
    const { token } = await issueToken(this.#t.portal, { username, token_epoch: 0 }, 60);
    return new Agent(this.#t.app, username, token);
  }

  /** An account that belongs to no organisation. */
  async publicAccount(email: string | null = null): Promise<Agent> {
    const username = `public.person${++this.#count}`;
    await createAccount(this.#t.portal.db, { username, password: TEST_PASSWORD, email, fullName: username, role: 'user', orgId: null });
    return this.agentOf(username);
  }

  /** Does something so many days later, when the administrator has signed in anew. */
  async later(days: number, work: (admin: Agent) => Promise<void>): Promise<void> {
    this.#t.setNow(new Date(Date.now() + days * DAY));
    try {
      await work(await this.agentOf(usernameOf('boss')));
    } finally {
      this.#t.setNow(new Date());
    }
  }

  /** The reply to an invitation of one person. */
  invite(invitee: object, by = this.#t.as('boss'), more: object = {}): Promise<AnyReply> {
    return by.post('portals/self/invite', { invitationList: { invitations: [invitee] }, ...more });
  }

  /** The invitation of somebody new. */
  async invited(invitee: object = {}, by = this.#t.as('boss')): Promise<AnyReply> {
    return (await this.invite({ email: `guest${++this.#count}@example.org`, ...invitee }, by)).invitations[0];
  }

  /** The reply to signing up with an invitation. */
  signUp(invitationId: string, email: string, more: object = {}): Promise<AnyReply> {
    return this.#t.stranger.post('community/signup', {
      username: `new.person${++this.#count}`,
      password: TEST_PASSWORD,
      email,
      firstname: 'New',
      lastname: 'Person',
      invitationId,
      provider: 'arcgis',
      ...more,
    });
  }
}
