// The people of the journeys.

/** Somebody with an account. */
export interface Person {
  username: string;
  password: string;
  email: string;
  fullName: string;
}

export const ADA: Person = {
  username: 'ada.admin',
  password: 'Latitude and longitude 1',
  email: 'ada@example.org',
  fullName: 'Ada Admin',
};

export const PIA: Person = {
  username: 'pia.publisher',
  password: 'Meridians meet at 2 poles',
  email: 'pia@example.org',
  fullName: 'Pia Publisher',
};

/** Whose things the journey through addresses opens. */
export const MIA: Person = {
  username: 'mia.miller',
  password: 'Mills turn in 4 winds',
  email: 'mia@example.org',
  fullName: 'Mia Miller',
};

export const SUE: Person = {
  username: 'sue.sharer',
  password: 'Seven seas and shares 3',
  email: 'sue@example.org',
  fullName: 'Sue Sharer',
};

/** Who asks to join a group. */
export const NED: Person = {
  username: 'ned.nightly',
  password: 'Nine lamps at 4 gates',
  email: 'ned@example.org',
  fullName: 'Ned Nightly',
};

/** Whose bell counts; nobody else's doings may ring it. */
export const WANDA: Person = {
  username: 'wanda.watch',
  password: 'Wide awake at 3 bells',
  email: 'wanda@example.org',
  fullName: 'Wanda Watch',
};

/** Who drops files; nobody else may have files of these names in the account. */
export const DORA: Person = {
  username: 'dora.drops',
  password: 'Drop by drop 2 rivers',
  email: 'dora@example.org',
  fullName: 'Dora Drops',
};

/** The member whose account gets locked; nobody else may need it. */
export const LEO: Person = {
  username: 'leo.locked',
  password: 'a quiet harbour 9',
  email: 'leo@example.org',
  fullName: 'Leo Locked',
};

/** Who is invited to a group and answers on its page. */
export const IVY: Person = {
  username: 'ivy.invited',
  password: 'Islands have 5 shores',
  email: 'ivy@example.org',
  fullName: 'Ivy Invited',
};
