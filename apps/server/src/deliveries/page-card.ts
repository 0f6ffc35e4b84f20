import { unanswered, type GroupCard, type GroupState } from './group-card.js';
import type { PageMessage } from './notes.js';
import { button, detailsWithRunbook, facts, headline, reasons, testNote } from './wording.js';

/** A page as a message that is edited later. A quiet one has no buttons. `isOver`: why it was sent is true no more. */
export const cardOfPage = (page: PageMessage, { state, buttons, mark }: GroupState = unanswered, isOver = false): GroupCard => {
  const { label, link } = button(page);
  return {
    groupId: page.groupId,
    title: headline(page).replace(/^\S+/, mark ?? '$&'),
    lines: [...(isOver ? testNote(page) : reasons(page)), ...facts(page), ...detailsWithRunbook(page)],
    state,
    buttons: page.quiet ? [] : buttons,
    link: { label: page.quiet ? label : 'Open the page', href: link },
  };
};
