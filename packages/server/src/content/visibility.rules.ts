// The keys of those who may see an item, told from its own facts. `visibility.sql.ts` decides with them.

/** What decides the keys. */
export interface KeyFacts {
  owner: string;
  org_id: string | null;
  access: 'private' | 'org' | 'public';
}

/** The `scopes` of an item with this owner and access, shared with these groups. */
export function itemKeys(item: KeyFacts, groupIds: readonly string[]): string[] {
  return [
    `user:${item.owner}`,
    ...(item.org_id === null ? [] : [`within:${item.org_id}`]),
    ...(item.access === 'public' ? ['public'] : []),
    ...(item.access === 'org' ? [`org:${item.org_id ?? ''}`] : []),
    ...groupIds.map((id) => `group:${id}`),
  ];
}

/** Whether a key comes from a licence: it names a person who is not the owner, or an organisation that the item does not belong to. */
export function isGrant(item: Pick<KeyFacts, 'owner' | 'org_id'>, key: string): boolean {
  const { kind, name } = readKey(key);
  return (kind === 'user' && name !== item.owner) || (kind === 'org' && name !== item.org_id);
}

/** A key by its kind and what it names. */
export function readKey(key: string): { kind: string; name: string } {
  const colon = key.indexOf(':');
  return colon < 0 ? { kind: key, name: '' } : { kind: key.slice(0, colon), name: key.slice(colon + 1) };
}
