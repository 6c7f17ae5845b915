// What a service lets people do with one of its layers.
import { describe, expect, it } from 'vitest';
import { capabilitiesOfLayer, wordsOf } from './layers.rules.ts';

describe('the capabilities of a layer', () => {
  it.each([
    ['Query,Create', undefined, 'Query,Create'],
    [undefined, undefined, 'Query'],
    ['Query,Create', '', 'Query,Create'],
    ['Query', 'Query,Create,Update,Delete,Editing', 'Query'],
    ['Query', 'Create', ''],
    ['Query,Create,Update,Delete', 'Query,Update', 'Query,Update'],
    ['Query,Editing', 'Query,Create', 'Query,Create'],
    ['Query,Create', 'Query,Editing', 'Query,Create'],
    ['Query,Editing', 'Query,Editing', 'Query,Create,Update,Delete,Editing'],
    ['Query,Create,Editing', 'Query,Update,Editing', 'Query'],
  ])('of the service “%s” and its own “%s” are “%s”', (ofService, own, expected) => {
    const settings = ofService === undefined ? {} : { capabilities: ofService };
    const definition = own === undefined ? {} : { capabilities: own };
    expect(capabilitiesOfLayer({ settings }, { definition })).toBe(expected);
  });
});

describe('the words of capabilities', () => {
  it.each([
    ['Query', 'Query'],
    ['Query,Editing,Sync', 'Query,Create,Update,Delete,Editing,Sync'],
    ['Query,Create,Editing', 'Query,Create,Editing'],
  ])('of “%s” are “%s”', (given, expected) => {
    expect(wordsOf(given).join(',')).toBe(expected);
  });
});
