import type { AlertGroupRow } from '@tocsin/contracts/alert-groups.js';
import { soughtWords } from '@tocsin/contracts/search.js';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useMayAct } from '../data/may-act.js';
import { plainName, useNames } from '../data/names.js';
import { useMay } from '../data/session.js';
import { wordsOfReading } from '../data/api.js';
import { useCommand } from '../data/use-command.js';
import { useAll, useView } from '../data/use-view.js';
import { StateMark } from '../ui/state-mark.js';
import { keyActsNow, type KeyAct } from '../ui/use-keyboard.js';
import { WhoHasIt } from '../ui/who-has-it.js';
import { courseInWords, onScreen, paletteInput } from './palette-words.js';
import { places } from './places.js';

interface Props {
  typed: string;
  onType: (typed: string) => void;
  onClose: () => void;
  onPage: (whom: string) => void;
  onKeys: () => void;
}

/** Everything that can be found and done, by typing: “who is paged for payments”, “page bo”, “#12”. */
export function Palette({ typed, onType, onClose, onPage, onKeys }: Props) {
  const [acts] = useState<readonly KeyAct[]>(() => keyActsNow().filter(onScreen));
  const close =
    <A extends readonly unknown[]>(run: (...args: A) => unknown) =>
    (...args: A) => {
      onClose();
      run(...args);
    };
  return (
    <Command label="Find and do" loop className="flex max-h-[min(32rem,80dvh)] flex-col">
      <Command.Input
        // React keeps autoFocus to itself; the dialog, and what comes late into it, look for the attribute
        ref={takeFocus}
        value={typed}
        onValueChange={onType}
        placeholder="Somebody, something, or what to do"
        className={paletteInput}
      />
      <Command.List className="overflow-y-auto overscroll-contain p-1.5">
        <Command.Empty className="px-3 py-6 text-center text-muted">Nothing is called that.</Command.Empty>
        {acts.length > 0 && (
          <Group heading="On this screen">
            {acts.map(({ key, says, run }) => (
              <Item key={`${key} ${says}`} value={`${says} here`} onSelect={close(run)} aside={<Keys of={key} />}>
                {capital(says)}
              </Item>
            ))}
          </Group>
        )}
        <AlertGroups typed={typed} onClose={onClose} />
        <Entities isAsked={typed !== ''} close={close} onPage={onPage} />
        <Places close={close} />
        <Group heading="Help">
          <Item value="keys what this screen can do help" onSelect={close(onKeys)} aside={<Keys of="?" />}>
            What this screen can do
          </Item>
        </Group>
      </Command.List>
    </Command>
  );
}

type Close = <A extends readonly unknown[]>(run: (...args: A) => unknown) => (...args: A) => void;

function Places({ close }: { close: Close }) {
  const navigate = useNavigate();
  return (
    <Group heading="Go to">
      {places.map(({ to, label, key }) => (
        <Item key={to} value={`go to ${label}`} onSelect={close(() => navigate({ to }))} aside={key && <Keys of={key} />}>
          {label}
        </Item>
      ))}
    </Group>
  );
}

const found = 6;

/** The server looks for them: there may be ten thousand. */
function AlertGroups({ typed, onClose }: { typed: string; onClose: () => void }) {
  const q = useDeferredValue(typed.trim().replace(/^(ack|acknowledge|open|resolve)\s+/i, ''));
  const services = useAll('services');
  const navigate = useNavigate();
  const names = useNames();
  const acknowledge = useCommand('AcknowledgeAlertGroup', 'acknowledge it');
  const mayAct = useMayAct();
  const params = useMemo(() => {
    const words = soughtWords(q, services);
    return { ...(words.length > 0 ? { q, words } : {}), where: {}, sort: 'number', desc: true, limit: found };
  }, [q, services]);
  const { data, error } = useView('alertGroups', params, { isAsked: q.length > 1, keepsPrevious: true });
  const rows = data?.rows ?? [];
  if (q.length > 1 && error && !data)
    return (
      <p role="alert" className="px-2.5 py-2 text-[13px] text-warn">
        Alert groups could not be searched. {wordsOfReading(error)}
      </p>
    );
  if (q.length < 2 || rows.length === 0) return null;
  const open = (row: AlertGroupRow) => {
    onClose();
    void navigate({ to: '/alerts/$number', params: { number: String(row.number) } });
  };
  return (
    <Group heading="Alert groups">
      {rows.slice(0, found).map((row) => (
        <Item
          key={row.id}
          value={`${typed} #${row.number} ${row.title}`}
          onSelect={() => open(row)}
          aside={<WhoHasIt row={row} names={names} />}
        >
          <StateMark status={row.status} urgency={row.urgency} size={13} />
          <span className="truncate">
            <span className="text-faint">#{row.number}</span> {row.title}
          </span>
        </Item>
      ))}
      {rows
        .filter((row) => row.status === 'firing' && mayAct(row))
        .slice(0, found)
        .map((row) => (
          <Item
            key={row.id}
            value={`${typed} acknowledge #${row.number} ${row.title}`}
            onSelect={() => {
              onClose();
              acknowledge.mutate({ groupId: row.id });
            }}
          >
            <span className="truncate">
              Acknowledge <span className="text-faint">#{row.number}</span> {row.title}
            </span>
          </Item>
        ))}
    </Group>
  );
}

/** Services, policies, teams and people, and what is done with them. */
function Entities({ isAsked, close, onPage }: { isAsked: boolean; close: Close; onPage: (whom: string) => void }) {
  const [services, policies, teams, people] = [useAll('services'), useAll('policies'), useAll('teams'), useAll('people')];
  const navigate = useNavigate();
  const names = useNames();
  const mayPage = useMay('person.page');
  const test = useCommand('SendTestAlert', 'send a test alert');
  if (!isAsked) return null;
  const activeServices = services.filter(({ state }) => state === 'active');
  const activePeople = people.filter(({ state }) => state === 'active');
  const policyOf = (policyId: string) => policies.find(({ id }) => id === policyId);
  return (
    <>
      <Group heading="Services">
        {activeServices.map(({ id, name, policyId }) => (
          <Item
            key={id}
            value={`service ${name} ${id}`}
            onSelect={close(() => navigate({ to: '/services/$id', params: { id } }))}
            aside={names.policy(policyId)}
          >
            {name}
          </Item>
        ))}
        {activeServices.map(({ id, name, policyId }) => (
          <Item
            key={id}
            value={`who is on call paged for ${name} ${id}`}
            onSelect={close(() => navigate({ to: '/policies/$id', params: { id: policyId } }))}
            isAnswer
            aside={courseInWords(policyOf(policyId)?.steps ?? [], names.person)}
          >
            Who is paged for {name}
          </Item>
        ))}
        {activeServices.map(({ id, name }) => (
          <Item
            key={id}
            value={`send a test alert to ${name} ${id}`}
            onSelect={close(() => test.mutate({ serviceId: id, wholePolicy: false }))}
          >
            Send a test alert to {name}
          </Item>
        ))}
      </Group>
      {mayPage && (
        <Group heading="Page">
          {[...activePeople, ...activeServices].map(({ id, name }) => (
            <Item key={id} value={`page ${plainName(name)} ${id}`} onSelect={close(() => onPage(id))}>
              Page {plainName(name)}…
            </Item>
          ))}
        </Group>
      )}
      <Group heading="People, teams and policies">
        {people
          .filter(({ state }) => state !== 'erased')
          .map(({ id, name }) => (
            <Item
              key={id}
              value={`person ${plainName(name)} ${id}`}
              onSelect={close(() => navigate({ to: '/people/$id', params: { id } }))}
            >
              {plainName(name)}
            </Item>
          ))}
        {teams.map(({ id, name }) => (
          <Item key={id} value={`team ${name} ${id}`} onSelect={close(() => navigate({ to: '/teams/$id', params: { id } }))} aside="team">
            {name}
          </Item>
        ))}
        {policies
          .filter(({ removed }) => !removed)
          .map(({ id, name }) => (
            <Item
              key={id}
              value={`policy ${name} ${id}`}
              onSelect={close(() => navigate({ to: '/policies/$id', params: { id } }))}
              aside="policy"
            >
              {name}
            </Item>
          ))}
      </Group>
    </>
  );
}

const Group = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Command.Group
    heading={heading}
    className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-[12px] [&_[cmdk-group-heading]]:text-muted"
  >
    {children}
  </Command.Group>
);

interface ItemProps {
  value: string;
  onSelect: () => void;
  aside?: ReactNode;
  /** What stands aside is what was asked for: it is never cut off. */
  isAnswer?: boolean;
  children: ReactNode;
}

function Item({ value, onSelect, aside, isAnswer = false, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className={`flex min-h-9 cursor-default items-center gap-2 rounded-md px-2.5 data-[selected=true]:bg-hover max-sm:min-h-11 ${isAnswer ? 'py-1.5 max-sm:flex-col max-sm:items-start max-sm:gap-0' : ''}`}
    >
      {children}
      {aside && (
        <span
          className={`text-[13px] text-muted ${isAnswer ? 'sm:ml-auto sm:max-w-[65%] sm:pl-3 sm:text-right' : 'ml-auto max-w-[55%] truncate pl-3'}`}
        >
          {aside}
        </span>
      )}
    </Command.Item>
  );
}

const Keys = ({ of }: { of: string }) => <kbd className="font-mono text-[12px] text-faint">{of}</kbd>;
const capital = (says: string) => says.charAt(0).toUpperCase() + says.slice(1);

function takeFocus(input: HTMLInputElement | null): void {
  input?.setAttribute('autofocus', '');
  input?.focus();
}
