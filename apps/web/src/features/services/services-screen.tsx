import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ReportAnswer, ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import { useNames } from '../../data/words/names.js';
import { useMay } from '../../data/session/session.js';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { whoMay } from '../../data/session/who-may.js';
import { BarredHint } from '../../ui/barred-hint.js';
import { Button } from '../../ui/button.js';
import { FindField } from '../../ui/find-field.js';
import { Nothing, Screen } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { favouritesFirst, OnlyFavourites, useFavourites } from '../contacts/shared/favourites.js';
import { CreateServiceDialog } from './create-service-dialog.js';
import { useOpenByService } from './open-groups.js';
import { ServicesTable, type ServiceLine } from './services-table.js';

const query = { days: '14' };
/** Milliseconds for which an older report does: a day more or less changes little. */
const newEnough = 5 * 60_000;

/** Alerts opened on each of the last 14 days, by service; empty until the report is read, or if it can’t be. */
function useRecentOpenings(): ReadonlyMap<string | null, readonly number[]> {
  const { data } = useQuery({
    queryKey: keys.report('response', query),
    queryFn: ({ signal }) =>
      api<ReportAnswer & { figures: ResponseFigures }>('GET', `/reports/response?${new URLSearchParams(query)}`, { signal }),
    staleTime: newEnough,
    retry: false,
  });
  return new Map(data?.figures.services.map(({ id, lastDays }) => [id, lastDays]));
}

const noDays = Array.from({ length: 14 }, () => 0);

function useServiceLines(): readonly ServiceLine[] {
  const names = useNames();
  const openGroups = useOpenByService();
  const integrations = useAll('integrations');
  const recent = useRecentOpenings();
  return useAll('services').map((service) => ({
    service,
    team: names.team(service.teamId),
    policy: names.policy(service.policyId),
    integrations: integrations.filter(({ serviceId }) => serviceId === service.id).length,
    lastDays: recent.size === 0 ? undefined : (recent.get(service.id) ?? noDays),
    open: openGroups.get(service.id) ?? [],
    onCall: names
      .behind(names.policyRow(service.policyId)?.steps[0]?.targets ?? [])
      .map((id) => ({ id, name: names.person(id), isMe: id === names.me })),
  }));
}

const labelTexts = ({ labels = {} }: ServiceLine['service']): readonly string[] =>
  Object.entries(labels).map(([name, value]) => `service.${name}=${value}`);

const isMatch = ({ service, team, policy, onCall }: ServiceLine, text: string): boolean =>
  [service.name, team, policy, service.state, ...labelTexts(service), ...onCall.map(({ name }) => name)]
    .join(' ')
    .toLowerCase()
    .includes(text.trim().toLowerCase());

/** The services of every team, with what is open in them. */
export function ServicesScreen() {
  const lines = useServiceLines();
  const may = useMay('service.configure');
  const [isCreating, setCreating] = useState(false);
  const [text, setText] = useState('');
  const favourites = useFavourites('service');
  const [isOnly, setOnly] = useState(false);
  const matches = favouritesFirst(lines, favourites, ({ service }) => service.id, isOnly).filter((line) => isMatch(line, text));
  const readings = [useEvery('teams'), useEvery('services'), useEvery('policies'), useEvery('integrations'), useEvery('onCall')];
  return (
    <Screen
      title="Services"
      aside={
        may && (
          <Button kind="act" onClick={() => setCreating(true)}>
            <Plus aria-hidden size={16} strokeWidth={1.5} />
            New service
          </Button>
        )
      }
    >
      {!may && <BarredHint className="mb-4">Only {whoMay('service.configure')} can add services.</BarredHint>}
      <FindField
        label="Find"
        placeholder="Find a service, team, policy or person"
        text={text}
        onText={setText}
        className="mb-4 sm:max-w-sm"
      />
      <OnlyFavourites of={favourites} checked={isOnly} onChange={setOnly} />
      <WhenRead of={readings} what="The services" lines={6}>
        {lines.length === 0 && <Nothing>No services yet. A team owns its services.</Nothing>}
        {lines.length > 0 && matches.length === 0 && <Nothing>No services found.</Nothing>}
        {matches.length > 0 && <ServicesTable lines={matches} />}
      </WhenRead>
      {isCreating && <CreateServiceDialog onClose={() => setCreating(false)} />}
    </Screen>
  );
}
