// What joins the rows of the tables of a File Geodatabase, as its documents say.
import { childOf, childrenOf, textIn, type XmlElement } from './gdb-definition.ts';

/** One relationship class. */
export interface GdbRelation {
  name: string;
  /** Names of the tables and of the fields in them, as the document spells them. */
  origin: GdbRelationEnd;
  destination: GdbRelationEnd;
  isOneToOne: boolean;
  isComposite: boolean;
  /** Layers hold it: a field on each side, and no table between them. */
  isHeld: boolean;
}

interface GdbRelationEnd {
  table: string;
  field: string;
  /** What the rows of the other side are called from here. */
  label: string;
}

/** Relationships that layers get from a geodatabase: more than any for publishing has; further ones are told as left out. */
const MAX_RELATIONS = 500;
const MAX_WORD = 250;

/** The relationships that documents describe, without those that only keep files. */
export function relationsOf(documents: Iterable<XmlElement>): GdbRelation[] {
  const relations: GdbRelation[] = [];
  for (const document of documents) {
    if (document.name !== 'DERelationshipClassInfo') continue;
    if (textIn(document, 'IsAttachmentRelationship') === 'true') continue;
    const relation = relationOf(document);
    relations.push(relations.length < MAX_RELATIONS ? relation : { ...relation, isHeld: false });
  }
  return relations;
}

function relationOf(document: XmlElement): GdbRelation {
  const word = (name: string): string => textIn(document, name).slice(0, MAX_WORD);
  const tableOf = (names: string): string => textIn(childOf(document, names), 'Name');
  const keys = childrenOf(childOf(document, 'OriginClassKeys'), 'RelationshipClassKey');
  const keyOf = (role: string): string => {
    const found = keys.filter((key) => textIn(key, 'KeyRole') === role);
    return found.length === 1 ? textIn(found[0], 'ObjectKeyName') : '';
  };
  const cardinality = textIn(document, 'Cardinality');
  const origin = { table: tableOf('OriginClassNames'), field: keyOf('esriRelKeyRoleOriginPrimary'), label: word('ForwardPathLabel') };
  const destination = {
    table: tableOf('DestinationClassNames'),
    field: keyOf('esriRelKeyRoleOriginForeign'),
    label: word('BackwardPathLabel'),
  };
  const isPlain = /^esriRelCardinalityOneTo(One|Many)$/.test(cardinality) && textIn(document, 'IsAttributed') !== 'true';
  return {
    name: word('Name'),
    origin,
    destination,
    isOneToOne: cardinality === 'esriRelCardinalityOneToOne',
    isComposite: textIn(document, 'IsComposite') === 'true',
    isHeld: isPlain && [origin.table, origin.field, destination.table, destination.field].every((one) => one !== ''),
  };
}
