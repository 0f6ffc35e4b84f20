import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useNames } from '../../../../data/words/names.js';
import { noteParts, type Element, type Part } from './note-parts.js';

type RenderMark = (children: ReactNode, href?: string) => ReactNode;

const renderers: Readonly<Record<Element, RenderMark>> = {
  paragraph: (children) => <p>{children}</p>,
  strong: (children) => <strong>{children}</strong>,
  emphasis: (children) => <em>{children}</em>,
  bullets: (children) => <ul className="list-disc pl-5">{children}</ul>,
  numbers: (children) => <ol className="list-decimal pl-6">{children}</ol>,
  item: (children) => <li>{children}</li>,
  link: (children, href) => (
    <a href={href} target="_blank" rel="noopener noreferrer" className="link">
      {children}
    </a>
  ),
};

/** A note as its writer meant it: links, emphasis, code, lists, and people by name. */
export const NoteText = ({ text }: { text: string }) => (
  <div className="space-y-1.5 wrap-anywhere">
    <NoteParts of={noteParts(text)} />
  </div>
);

const NoteParts = ({ of }: { of: readonly Part[] }) =>
  // oxlint-disable-next-line react/no-array-index-key -- the parts of a text are never reordered
  of.map((part, n) => <OnePart key={n} part={part} />);

function OnePart({ part }: { part: Part }) {
  if (typeof part === 'string') return part;
  if (part.kind === 'break') return <br />;
  if (part.kind === 'mention') return <Mention personId={part.personId} />;
  if (part.kind === 'code') return <code className="rounded bg-well px-1 font-mono text-xs">{part.text}</code>;
  if (part.kind === 'block')
    return <pre className="max-h-80 overflow-auto rounded-md bg-well p-2.5 font-mono text-xs leading-5">{part.text}</pre>;
  return renderers[part.kind](<NoteParts of={part.parts} />, part.href);
}

/** A mention, with the person’s current name. Erased people have neither name nor screen. */
function Mention({ personId }: { personId: string }) {
  const names = useNames();
  if (!names.isNamed(personId)) return <span className="text-muted">{names.person(personId)}</span>;
  return (
    <Link to="/people/$id" params={{ id: personId }} className="link">
      @{names.person(personId)}
    </Link>
  );
}
