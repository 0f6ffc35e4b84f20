import type { MovingIn } from '@tocsin/contracts/moving-in/moving-in.js';
import { count } from '../../data/words/sentence.js';
import { Button } from '../../ui/button.js';
import { Section } from '../../ui/screen.js';
import { useMoveActs } from './use-moving-in.js';

/** Numbers are in no file: each is offered to its person alone. */
export function PhoneNumbersPanel({ move: { report, offered } }: { move: Pick<MovingIn, 'report' | 'offered'> }) {
  const { offerNumbers } = useMoveActs();
  const found = report?.withNumbers ?? 0;
  if (found === 0) return null;
  return (
    <Section title="Phone numbers">
      <p>
        {count(found, 'person has', 'people have')} phone numbers there. They are in no file: each is offered to its person alone, who
        accepts it or says no. After 90 days it is deleted.
      </p>
      <div className="flex flex-wrap items-center gap-3 pt-3">
        <Button kind={offered ? undefined : 'act'} busy={offerNumbers.isPending} onClick={() => offerNumbers.mutate()}>
          {offered ? 'Offer again' : `Offer numbers to ${count(found, 'person', 'people')}`}
        </Button>
        {offered && (
          <output className="text-muted">
            Offered to {count(offered.people, 'person', 'people')}.
            {offered.unknown > 0 && ` ${count(offered.unknown, 'person is', 'people are')} not here yet: apply the plan first.`}
          </output>
        )}
      </div>
    </Section>
  );
}
