import type { MovingInAnswer } from '@tocsin/contracts/moving-in/moving-in.js';
import * as movingInLimits from '@tocsin/contracts/moving-in/limits.js';
import { useHasMail } from '../../data/session/session.js';
import { count } from '../../data/words/sentence.js';
import { Button } from '../../ui/button.js';
import { Section } from '../../ui/screen.js';
import { useMoveActs } from './use-moving-in.js';

/** Whoever was invited without a mail: one press for all. */
export function InvitationsPanel({ unsent, isSending }: MovingInAnswer['invitations']) {
  const { invite } = useMoveActs();
  const hasMail = useHasMail();
  if (unsent === 0) return null;
  return (
    <Section title="Invitations">
      <p>
        {count(unsent, 'person was', 'people were')} invited and got no mail yet. {movingInLimits.invitationsAMinute} go out a minute; a
        link expires after 7 days.
      </p>
      <div className="pt-3">
        <Button
          kind="act"
          busy={isSending || invite.isPending}
          whyNot={hasMail === false && 'Set up mail first'}
          onClick={() => invite.mutate()}
        >
          {isSending ? `Sending, ${unsent} left` : `Send ${count(unsent, 'invitation')}`}
        </Button>
      </div>
    </Section>
  );
}
