import { mentionsIn } from '@tocsin/contracts/mentions.js';
import MarkdownIt, { type Token } from 'markdown-it';

/** The supported Markdown. Everything else is shown as plain text. */
export type Element = 'paragraph' | 'strong' | 'emphasis' | 'bullets' | 'numbers' | 'item' | 'link';
export type Part =
  | string
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'block'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'mention'; readonly personId: string }
  | { readonly kind: Element; readonly href?: string; readonly parts: readonly Part[] };

/** Maximum nesting; deeper elements are flattened. */
const deepest = 20;

// Only the listed rules are on: no HTML, no images, no tables.
const markdown = new MarkdownIt('zero', { html: false, linkify: true, maxNesting: deepest }).enable([
  'list',
  'fence',
  'emphasis',
  'backticks',
  'link',
  'autolink',
  'linkify',
  'escape',
  'newline',
]);
markdown.validateLink = (url) => /^(https?:\/\/|mailto:)/i.test(url);

const elements: Readonly<Record<string, Element>> = {
  paragraph: 'paragraph',
  strong: 'strong',
  em: 'emphasis',
  bullet_list: 'bullets',
  ordered_list: 'numbers',
  list_item: 'item',
  link: 'link',
};
const elementOf = ({ type, hidden }: Token): Element | undefined => (hidden ? undefined : elements[type.replace(/_(open|close)$/, '')]);

const mentionParts = (text: string): readonly Part[] =>
  mentionsIn(text)
    .map((part, n): Part => (n % 2 === 0 ? part : { kind: 'mention', personId: part.toLowerCase() }))
    .filter((part) => part !== '');

const leaves: Readonly<Record<string, (token: Token) => readonly Part[]>> = {
  code_inline: ({ content }) => [{ kind: 'code', text: content }],
  fence: ({ content }) => [{ kind: 'block', text: content.replace(/\n$/, '') }],
  softbreak: () => [{ kind: 'break' }],
  hardbreak: () => [{ kind: 'break' }],
};
const leavesOf = (token: Token): readonly Part[] => leaves[token.type]?.(token) ?? mentionParts(token.content);

/** Tokens mark starts and ends: a stack of open ones builds a tree, without recursion. */
function treeOf(tokens: readonly Token[]): readonly Part[] {
  const root: Part[] = [];
  const open: Part[][] = [root];
  for (const token of tokens) {
    const element = token.nesting === 0 ? undefined : elementOf(token);
    const into = open.at(-1)!;
    if (element && token.nesting === 1) {
      const parts: Part[] = open.length > deepest ? into : [];
      const href = token.attrGet('href');
      if (parts !== into) into.push({ kind: element, ...(href === null ? {} : { href: String(href) }), parts });
      open.push(parts);
    } else if (element) open.pop();
    else if (token.nesting === 0) into.push(...(token.children ? treeOf(token.children) : leavesOf(token)));
  }
  return root;
}

/** A note as parts that can be drawn: a small Markdown, without HTML and without images. */
export const noteParts = (text: string): readonly Part[] => treeOf(markdown.parse(text, {}));
