import type { ImportedHistory, ImportedSystem } from '@tocsin/contracts/imported-history/answers.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api, wordsOf } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';
import { useMay } from '../../../data/session/session.js';
import { say } from '../../../data/toasts.js';
import { useNames } from '../../../data/words/names.js';
import { count } from '../../../data/words/sentence.js';
import { Button } from '../../../ui/button.js';
import { Confirm } from '../../../ui/confirm.js';
import { Disclosure } from '../../../ui/disclosure.js';
import { Section } from '../../../ui/screen.js';
import { TextSearch } from '../../../ui/text-search.js';
import { Day } from '../../../ui/time.js';
import { ImportedAlertLine } from './imported-alert-line.js';
import { systemTitles, useImportedAlerts, useImportedHistory } from './use-imported-history.js';

const kinds = { alerts: 'alert', acts: 'act', pages: 'page', duty: 'shift' } as const;

/** What `tocsin import-history` has kept of other systems. Nothing where nothing was imported. */
export function ImportedHistorySection() {
  const { data: history } = useImportedHistory();
  if (history === undefined || history.state === 'none') return null;
  return (
    <Section title="Imported history">
      {history.systems.map((system) => (
        <ImportedSystemPart key={`${system.system} ${system.account}`} system={system} />
      ))}
      <ServicesWithout history={history} />
      <ToldPages history={history} />
      <Reports history={history} />
      <AlertSearch log={history.log} />
      <Acts />
    </Section>
  );
}

function ImportedSystemPart({ system }: { system: ImportedSystem }) {
  const { from, to, notUnderstood, acts, untold, rescues, tells } = system;
  const title = systemTitles[system.system];
  return (
    <div className="pt-1 pb-3">
      <p className="font-medium">
        {title}
        {from !== null && to !== null && (
          <span className="font-normal text-muted">
            {' '}
            from <Day at={from} /> until <Day at={to} />
          </span>
        )}
      </p>
      <p className="text-muted">
        {Object.entries(kinds)
          .map(([kind, word]) => {
            const name = kind as keyof typeof kinds;
            return tells.includes(name) ? count(system[name], word) : `${word}s unknown`;
          })
          .join(' · ')}
        {notUnderstood > 0 && ` · ${notUnderstood} of ${acts} acts not understood`}
      </p>
      <Disclosure summary="What is complete, and what is unknown">
        <Completeness system={system} />
        <ul className="mt-2 list-disc space-y-1 pl-5 text-muted marker:text-faint">
          {untold.map((what) => (
            <li key={what}>
              {title} does not tell {what}.
            </li>
          ))}
          {rescues.map(({ folder, rescuedAt }) => (
            <li key={`${folder} ${rescuedAt}`} className="wrap-anywhere">
              {folder === '' ? 'Read' : 'Rescued'} <Day at={rescuedAt} /> {folder === '' ? 'from the system itself' : `into ${folder}`}
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}

const Completeness = ({ system: { completeness } }: { system: ImportedSystem }) => (
  <div className="overflow-x-auto">
    <table className="mt-1 w-full text-left tabular-nums [&_td]:py-0.5 [&_th]:font-normal [&_th]:text-muted">
      <thead>
        <tr>
          {['Month', 'Kind', 'Listed', 'Read', 'Refused', 'Not understood'].map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {completeness.map(({ kind, month, listed, read, refused, notUnderstood }) => (
          <tr key={`${kind} ${month}`}>
            <td>{month === '' ? 'without a time' : month}</td>
            <td>{kind}</td>
            <td>{listed === 0 ? '' : listed}</td>
            <td>{read}</td>
            <td>{refused === 0 ? '' : refused}</td>
            <td>{notUnderstood === 0 ? '' : notUnderstood}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function ServicesWithout({ history: { servicesWithout, formerPeople } }: { history: ImportedHistory }) {
  return (
    <>
      {servicesWithout.length > 0 && (
        <p className="text-warn">
          {count(servicesWithout.length, 'service')} there without one here: {servicesWithout.map(({ name }) => name).join(', ')}. In a
          backtest their alerts page nobody.
        </p>
      )}
      {formerPeople > 0 && <p className="text-muted">{count(formerPeople, 'former person', 'former people')} without an account here.</p>}
    </>
  );
}

/** Whom the other system rang: of its own account, so in no figure of the load report. */
function ToldPages({ history: { toldPages } }: { history: ImportedHistory }) {
  const names = useNames();
  if (toldPages.length === 0) return null;
  return (
    <Disclosure summary="Whom it rang, by month">
      <div className="overflow-x-auto">
        <table className="mt-1 w-full text-left tabular-nums [&_td]:py-0.5 [&_th]:font-normal [&_th]:text-muted">
          <thead>
            <tr>
              {['Month', 'Who', 'Pages'].map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {toldPages.map(({ month, personId, pages }) => (
              <tr key={`${month} ${personId ?? ''}`}>
                <td>{month}</td>
                <td>{personId === null ? 'former people' : names.person(personId)}</td>
                <td>{pages}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Disclosure>
  );
}

function Reports({ history: { state, trouble, log } }: { history: ImportedHistory }) {
  if (state === 'building') return <p className="text-muted">Reports are being made.</p>;
  if (state === 'failed') return <p className="text-warn">{trouble}</p>;
  if (log === null) return null;
  return (
    <p className="flex flex-wrap gap-x-3">
      <Link to="/reports/response" search={{ log, days: '365' }} className="link">
        Response of the old year
      </Link>
      <Link to="/reports/noise" search={{ log, days: '365' }} className="link">
        Noise of the old year
      </Link>
      <Link to="/reports/backtest" className="link">
        Backtest on it
      </Link>
    </p>
  );
}

function AlertSearch({ log }: { log: string | null }) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { data } = useImportedAlerts(text === '' ? null : { text }, log);
  return (
    <div className="pt-3">
      <TextSearch label="Search imported alerts" placeholder="Search imported alerts" q={text} onText={setText} input={input} />
      {data && (
        <ul aria-label="Imported alerts" className="pt-1">
          {data.rows.map((alert) => (
            <ImportedAlertLine key={`${alert.system} ${alert.id}`} alert={alert} hasTitle />
          ))}
          {data.rows.length === 0 && (
            <li className="text-muted">{log === null ? 'They are found once reports are made.' : 'No imported alert has these words.'}</li>
          )}
          {data.more && <li className="text-muted">There are more: add a word.</li>}
        </ul>
      )}
    </div>
  );
}

function Acts() {
  const may = useMay('import.manage');
  const cache = useQueryClient();
  const act = useMutation({
    mutationFn: (method: 'POST' | 'DELETE') => api<unknown>(method, method === 'POST' ? '/imported-history/build' : '/imported-history'),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.importedHistory }),
    onError: (error) => say({ kind: 'refused', title: 'Not done', detail: wordsOf(error).says }),
  });
  if (!may) return null;
  return (
    <p className="flex flex-wrap gap-2 pt-3">
      <Button busy={act.isPending} onClick={() => act.mutate('POST')}>
        Make reports with today’s setup
      </Button>
      <Confirm
        label="Delete imported history"
        says="All imported alerts, acts, pages and shifts go, with their reports and backtests. Copies in backups can’t be read any more. The folders of the rescues stay, and so does your own history."
        act="Delete"
        busy={act.isPending}
        onConfirm={() => act.mutate('DELETE')}
      />
    </p>
  );
}
