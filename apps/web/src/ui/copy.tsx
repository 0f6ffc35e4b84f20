import { useState } from 'react';
import { Button } from './button.js';

/** Text with a button that copies it. Without a secure origin there is no clipboard API: the text is selected instead. */
export function Copy({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false);
  async function copy(box: HTMLElement | null) {
    if (box) getSelection()?.selectAllChildren(box);
    if (!navigator.clipboard) return;
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  }
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 flex items-center justify-between gap-2">
        <span className="font-medium">{label}</span>
        <Button
          kind="quiet"
          className="!h-7 print:hidden"
          aria-label={`Copy: ${label}`}
          onClick={(event) => void copy(event.currentTarget.closest('figure')?.querySelector('code') ?? null)}
        >
          {isCopied ? 'Copied ✓' : 'Copy'}
        </Button>
      </figcaption>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-md border border-line bg-well p-3 font-mono text-[12.5px] leading-5 wrap-anywhere whitespace-pre-wrap"
      >
        <code>{text}</code>
      </pre>
    </figure>
  );
}
