import type { PageShown } from '@tocsin/contracts/alert-groups/page-link.js';
import { element } from './element.js';

/** What a form of the page sends. */
export type FormAct =
  { readonly act: 'note'; readonly text: string } | { readonly act: 'add_responder'; readonly personId: string; readonly name: string };

/** Called with what is sent; null: it is closed. */
type OnEnd = (sent: FormAct | null) => void;

const cancelButton = (onEnd: OnEnd): HTMLElement =>
  element('button', { type: 'button', className: 'other', onclick: () => onEnd(null) }, 'Cancel');

/** A note, typed with the thumb. */
export function noteForm(onEnd: OnEnd): HTMLFormElement {
  const text = element('textarea', { ariaLabel: 'Note', placeholder: 'What did you find?', rows: 3, maxLength: 10_000, required: true });
  const add = element('button', { className: 'other' }, 'Add note');
  const form = element('form', { className: 'form' }, text, cancelButton(onEnd), add);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (text.value.trim() !== '') onEnd({ act: 'note', text: text.value });
  });
  requestAnimationFrame(() => text.focus());
  return form;
}

/** A button for each member of the team. */
export function responderForm({ addable }: Pick<PageShown, 'addable'>, onEnd: OnEnd): HTMLElement {
  const people = addable.map(({ personId, name }) =>
    element(
      'button',
      { type: 'button', className: 'other', onclick: () => onEnd({ act: 'add_responder', personId, name }) },
      `Page ${name}`,
    ),
  );
  return element('section', { className: 'form', ariaLabel: 'Add responder' }, ...people, cancelButton(onEnd));
}
