import { phonesNote } from '@tocsin/contracts/people/import.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasMail, useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { Button } from '../../ui/button.js';
import { Copy } from '../../ui/copy.js';
import { TextArea } from '../../ui/field.js';
import { Screen } from '../../ui/screen.js';
import { ImportRows } from './import-rows.js';
import { tableOf, tableOfLinks } from './import-table.js';
import { isOnlyTeamMissing, missingTeams } from './missing-teams.js';
import { useImport, type ImportResult } from './use-import.js';

/** Many people at once: paste, look at each row, invite. */
export function ImportScreen() {
  const may = useMay('people.configure');
  const [text, setText] = useState('');
  const table = useImport();
  const { checked } = table;
  const isDone = checked?.answer.rows.some(({ state }) => state === 'invited') ?? false;
  return (
    <Screen
      title="Import people"
      aside={
        <Link to="/people" className="link">
          Back to people
        </Link>
      }
    >
      {!may && <p className="text-muted">Only {whoMay('people.configure')} can invite people.</p>}
      {may && !checked && <Paste text={text} setText={setText} isBusy={table.isBusy} onCheck={() => void table.check(text)} />}
      {checked && (
        <>
          {isDone ? (
            <InvitationResult checked={checked} />
          ) : (
            <Decide checked={checked} isBusy={table.isBusy} invite={table.invite} createTeams={table.createTeams} again={table.again} />
          )}
          <ImportRows {...checked} />
        </>
      )}
    </Screen>
  );
}

function Paste({
  text,
  setText,
  isBusy,
  onCheck,
}: {
  text: string;
  setText: (text: string) => void;
  isBusy: boolean;
  onCheck: () => void;
}) {
  const rows = tableOf(text);
  const count = rows.length;
  const isTooMany = count > peopleLimits.importRows;
  return (
    <form
      className="max-w-3xl space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        onCheck();
      }}
    >
      <TextArea
        label="People to import"
        rows={12}
        wrap="off"
        className="sm:[&_textarea]:[tab-size:46]"
        spellCheck={false}
        placeholder={'Name\tE-mail\tTeam\tZone\nBo Berg\tbo@example.org\tPayments\tEurope/Oslo'}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={isTooMany ? `At most ${peopleLimits.importRows} rows at a time; these are ${count}.` : undefined}
        hint="Paste rows from a spreadsheet or a CSV file, with a line of headings: name, e-mail, team, time zone, role, in any order. No one is invited before you have reviewed each row."
      />
      <output className="block text-warn empty:hidden">{rows.some(({ phone }) => phone) && phonesNote}</output>
      <Button kind="act" type="submit" busy={isBusy} whyNot={count === 0 ? 'Paste rows first' : isTooMany && 'Too many rows'}>
        {count === 0 ? 'Preview' : count === 1 ? 'Preview 1 row' : `Preview ${count} rows`}
      </Button>
    </form>
  );
}

/** `11 rows need a team first`, where nothing else is wrong with them. */
function badWords(checked: ImportResult, bad: number): string {
  const isAllTeams = checked.answer.rows.every((row) => row.state === 'good' || isOnlyTeamMissing(row));
  if (isAllTeams) return bad === 1 ? '1 row needs a team first' : `${bad} rows need a team first`;
  return `${bad} can’t be invited: see the reasons below`;
}

function Decide({
  checked,
  isBusy,
  invite,
  createTeams,
  again,
}: {
  checked: ImportResult;
  isBusy: boolean;
  invite: (what: 'good' | 'all') => void;
  createTeams: (names: readonly string[]) => void;
  again: () => void;
}) {
  const { answer } = checked;
  const mayCreate = useMay('team.create');
  const teams = missingTeams(checked);
  const good = answer.rows.filter(({ state }) => state === 'good').length;
  const bad = answer.rows.length - good;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <output className="mr-auto">
        <span className="font-medium">{good === 1 ? '1 can be invited' : `${good} can be invited`}</span>
        {bad > 0 && <span className="text-warn">, {badWords(checked, bad)}</span>}
      </output>
      {teams.length > 0 && mayCreate && (
        <Button busy={isBusy} title={teams.join(', ')} onClick={() => createTeams(teams)}>
          {teams.length === 1 ? `Create the team ${teams[0]}` : `Create ${teams.length} missing teams`}
        </Button>
      )}
      <Button kind="quiet" onClick={again}>
        Edit
      </Button>
      <Button
        kind={bad === 0 ? 'act' : 'plain'}
        whyNot={(bad > 0 || good === 0) && 'Some rows are not valid'}
        busy={isBusy}
        onClick={() => invite('all')}
      >
        Invite all {answer.rows.length}
      </Button>
      {bad > 0 && (
        <Button kind="act" whyNot={good === 0 && 'No valid rows'} busy={isBusy} onClick={() => invite('good')}>
          {good === 1 ? 'Invite 1 valid person' : `Invite ${good} valid people`}
        </Button>
      )}
    </div>
  );
}

function InvitationResult({ checked: { rows, answer } }: { checked: ImportResult }) {
  const isMailed = useHasMail() === true;
  const links = answer.rows.flatMap(({ invitation }, n): [string, string, string][] =>
    invitation ? [[rows[n]!.name ?? '', rows[n]!.email ?? '', invitation]] : [],
  );
  const left = answer.rows.length - links.length;
  return (
    <div className="mb-6 max-w-3xl">
      <output className="mb-4 block">
        <span className="font-medium">{links.length === 1 ? '1 person is invited.' : `${links.length} people are invited.`}</span>
        {left > 0 && (
          <span className="text-warn">
            {' '}
            {left} {left === 1 ? 'row was' : 'rows were'} left out.
          </span>
        )}{' '}
        {isMailed ? 'Their invitations were mailed. Links, if a mail gets lost:' : 'Mail is not set up, so send each person their link.'} A
        link is shown once, works once and expires after 7 days.
      </output>
      <Copy label="Invitations, as a table" text={tableOfLinks(links)} />
    </div>
  );
}
