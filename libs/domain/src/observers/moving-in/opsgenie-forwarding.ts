import type { Override } from '../../setup/schedules/shared/drawn-up.js';
import { fieldsOf, textOf, type Fields } from './answers.js';
import { millisOf } from './foreign-zones.js';
import type { Note } from './organisation.js';
import { clipped, type Span, type Stretch } from './stretches.js';

const spanOf = (row: Fields): Span => ({ from: millisOf(textOf(row.startDate)), to: millisOf(textOf(row.endDate)) });
const fromOf = ({ fromUser }: Fields): string => textOf(fieldsOf(fromUser).id);
const toOf = ({ toUser }: Fields): string => textOf(fieldsOf(toUser).id);

/** In its time a forwarding rule puts another person in the place of one, wherever that one stands. */
export const forwarded = (stretches: readonly Stretch[], rules: readonly Fields[]): readonly Stretch[] =>
  rules.reduce<readonly Stretch[]>(
    (all, rule) =>
      all.flatMap((stretch) => {
        if (!stretch.people.includes(fromOf(rule))) return [stretch];
        const span = spanOf(rule);
        return [
          ...clipped([stretch], { from: stretch.from, to: span.from }),
          ...clipped([stretch], span).map((part) => ({
            ...part,
            people: part.people.map((id) => (id === fromOf(rule) ? toOf(rule) : id)),
          })),
          ...clipped([stretch], { from: span.to, to: stretch.to }),
        ];
      }),
    stretches,
  );

export const forwardsHere = (rules: readonly Fields[], at: number, expand: (id: string) => readonly string[]): readonly Override[] =>
  rules
    .filter((rule) => spanOf(rule).to > at)
    .flatMap((rule): readonly Override[] => {
      const common = { id: `forward ${textOf(rule.id) || textOf(rule.alias)}`, ...spanOf(rule) };
      const [person] = expand(toOf(rule));
      return person === undefined
        ? [{ ...common, kind: 'remove', person: fromOf(rule) }]
        : [{ ...common, kind: 'replace', replaced: fromOf(rule), person }];
    });

/** Here they are replaced as a member of a team in a rotation too. */
export const forwardNotes = (
  rules: readonly Fields[],
  rotations: readonly { readonly participants: readonly Fields[] }[],
  expand: (id: string) => readonly string[],
): readonly Note[] =>
  rules
    .filter((rule) =>
      rotations.some(({ participants }) =>
        participants.some(({ type, id }) => type === 'team' && expand(textOf(id)).includes(fromOf(rule))),
      ),
    )
    .map((rule) => ({ rule: 'forwarding of a team’s member', about: fromOf(rule), when: [spanOf(rule)] }));
