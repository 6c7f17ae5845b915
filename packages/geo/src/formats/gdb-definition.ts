// Small XML documents that stand in tables, as trees. Documents that declare entities, or are too large, are passed over.
import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** An element without its namespace. */
export interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

const MAX_LENGTH = 8 * 1024 * 1024;
const MAX_DEPTH = 50;
const MAX_ELEMENTS = 200_000;

/** Elements that may still be read; documents that are kept together share it. */
export interface ElementRoom {
  left: number;
}

/** The root element; null where the text is no such document. */
export function readXmlTree(text: string, room: ElementRoom = { left: MAX_ELEMENTS }): XmlElement | null {
  if (text.length > MAX_LENGTH) return null;
  const parser = new SaxesParser({ xmlns: false, position: false });
  const open: XmlElement[] = [];
  let root: XmlElement | null = null;
  let count = 0;
  const refuse = (): never => {
    throw new SyntaxError('not a document that is read');
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', (tag: SaxesTagPlain) => {
    if (open.length >= MAX_DEPTH || ++count > MAX_ELEMENTS || --room.left < 0) refuse();
    const element: XmlElement = { name: tag.name.slice(tag.name.indexOf(':') + 1), text: '', children: [] };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const said = (part: string): void => {
    const last = open.at(-1);
    if (last) last.text += part;
  };
  parser.on('text', said);
  parser.on('cdata', said);
  parser.on('closetag', () => {
    open.pop();
  });
  try {
    parser.write(text).close();
    return root;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The first child of the name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** All children of the name. */
export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The text of the first child of the name; empty where there is none. */
export function textIn(element: XmlElement | undefined, name: string): string {
  return childOf(element, name)?.text.trim() ?? '';
}
