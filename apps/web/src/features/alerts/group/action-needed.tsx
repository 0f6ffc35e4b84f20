import type { ActionNeededAnswer } from '@tocsin/contracts/alert-groups/action-needed.js';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useMe } from '../../../data/session/session.js';
import { useAsOf } from '../../../data/time/as-of.js';
import { Button } from '../../../ui/button.js';

const labels: Record<ActionNeededAnswer, string> = { yes: 'Yes', no: 'No', skip: 'Skip' };
const answered: Record<ActionNeededAnswer, string> = {
  yes: 'You answered: there was something to do.',
  no: 'You answered: there was nothing to do. Reports count it as noise.',
  skip: 'You skipped the question.',
};

/** Asked of people who were there, once it is over: one tap. The answer can be changed. */
export function ActionNeeded({ row: { id: groupId, number, test, wasThere, actionNeeded } }: { row: AlertGroupRow }) {
  const { personId } = useMe();
  const isPast = useAsOf() !== null;
  const send = useCommand('AnswerActionNeeded', `answer for #${number}`);
  if (isPast || test || !wasThere?.includes(personId)) return null;
  const answer = actionNeeded?.[personId];
  const choices = answer === undefined ? (['yes', 'no', 'skip'] as const) : (['yes', 'no'] as const).filter((other) => other !== answer);
  return (
    <section
      aria-label="Was there anything to do?"
      className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-panel px-4 py-2.5"
    >
      <output className={answer === undefined ? 'font-medium' : 'text-muted'}>
        {answer === undefined ? 'Was there anything to do?' : answered[answer]}
      </output>
      <span className="flex gap-2">
        {choices.map((one) => (
          <Button
            key={one}
            kind={one === 'skip' || answer !== undefined ? 'quiet' : 'plain'}
            className="max-sm:!h-11 max-sm:min-w-16"
            busy={send.isPending}
            onClick={() => send.mutate({ groupId, answer: one })}
          >
            {answer === undefined ? labels[one] : `Change to ${labels[one].toLowerCase()}`}
          </Button>
        ))}
      </span>
    </section>
  );
}
