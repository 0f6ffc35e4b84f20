import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { ComboField, namedOptions } from '../../ui/combo-field.js';
import { Dialog } from '../../ui/dialog.js';
import { FormButtons } from '../../ui/dialog-buttons.js';
import { useCreatePolicy } from './shared/use-create-policy.js';

/** Asks which team’s, where a person may add policies to several. */
export function NewPolicy({ teams }: { teams: readonly TeamRow[] }) {
  const { isBusy, createIn } = useCreatePolicy();
  const [isAsking, setAsking] = useState(false);
  const [teamId, setTeamId] = useState(teams[0]?.id ?? '');
  const create = (id: string) => {
    const team = teams.find((one) => one.id === id);
    if (team) void createIn(team).catch(() => undefined);
  };
  return (
    <>
      <Button kind="act" busy={isBusy && !isAsking} onClick={() => (teams.length === 1 ? create(teams[0]!.id) : setAsking(true))}>
        <Plus aria-hidden size={16} strokeWidth={1.5} />
        New policy
      </Button>
      {isAsking && (
        <Dialog title="New policy" onClose={() => setAsking(false)}>
          <form
            className="space-y-4"
            onSubmit={(event) => {
              event.preventDefault();
              create(teamId);
            }}
          >
            <ComboField
              label="Team"
              hint="Its first step pages a member of the team, until you change it."
              options={namedOptions(teams)}
              value={teamId}
              onChoose={setTeamId}
            />
            <FormButtons busy={isBusy} onCancel={() => setAsking(false)}>
              Create
            </FormButtons>
          </form>
        </Dialog>
      )}
    </>
  );
}
