import { choiceOf, queryOfChoice } from './list-choice.js';

it('is saved and read again the same; what it does not know is left out', () => {
  for (const query of ['', 'by=service', 'by=team&hide=service+age&order=oldest']) expect(queryOfChoice(choiceOf(query))).toBe(query);
  expect(choiceOf('by=colour&hide=number')).toEqual({ by: 'state', hides: [], isOldestFirst: false });
});
