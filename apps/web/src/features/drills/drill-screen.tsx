import type { DrillAnswer } from '@tocsin/contracts/drills/drills.js';
import { Link } from '@tanstack/react-router';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { serverNow } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { Nothing, Screen, Section } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { LadderLines } from '../alerts/shared/ladder-lines.js';
import { NightSection } from '../reports/shared/night-section.js';
import { ReportTabs } from '../reports/shared/report-tabs.js';
import { CoverageSection } from './coverage-section.js';
import { DrillForm } from './drill-form.js';
import { type DrillSearch } from './drill-search.js';
import { labelsOf, nextSundayNight } from './drill-inputs.js';
import { PlanDrill } from './plan-drill.js';
import { DrillPanel } from './shared/drill-panel.js';
import { useCoverage, useDrill } from './use-drill.js';

interface Props {
  search: DrillSearch;
  onSearch: (search: DrillSearch) => void;
}

/** Simulates a signal: who would be notified at a moment, and at which times no one would be. */
export function DrillScreen({ search, onSearch }: Props) {
  const known = useEvery('services');
  const services = useAll('services');
  const serviceId = search.service ?? services.find(({ state }) => state === 'active')?.id;
  const at = search.at ?? nextSundayNight(serverNow());
  const request = serviceId ? { serviceId, at, severity: search.severity ?? ('critical' as const), labels: labelsOf(search.labels) } : null;
  const reading = useDrill(request);
  const coverage = useCoverage();
  return (
    <Screen title="Drill">
      <ReportTabs />
      <p className="mb-3 max-w-2xl text-muted">
        Shows who would be notified of an alert, when, and by which contact method. Nothing is sent.
      </p>
      <DrillForm search={search} at={at} serviceId={serviceId} onPut={(change) => onSearch({ ...search, ...change })} />
      <div className="mt-5 max-w-3xl">
        <WhenRead of={request ? [known, reading] : [known]} what="The drill" lines={8}>
          {request === null ? <Nothing>No services yet.</Nothing> : reading.data && <Forecast answer={reading.data} />}
        </WhenRead>
      </div>
      {/* the height of the ladder is not known in advance: content below it would move */}
      {!known.isPending && !(request && reading.isPending) && (
        <div className="mt-8">
          <CoverageSection reading={coverage} />
          <NightSection>{(night) => <PlanDrill night={night} />}</NightSection>
          <DrillPanel />
        </div>
      )}
    </Screen>
  );
}

function Forecast({ answer }: { answer: DrillAnswer }) {
  const { ladder, policy, first, urgency, until } = answer;
  const names = useNames();
  const row = names.policyRow(policy?.policyId);
  return (
    <>
      <p className="text-lg leading-7">
        {first ? (
          <>
            {names.person(first.personId)} would be notified first, <At at={first.at} />.
          </>
        ) : (
          <span className="text-warn">No one would be notified.</span>
        )}{' '}
        <span className="text-muted">{urgency === 'high' ? 'High urgency.' : 'Low urgency.'}</span>
      </p>
      <Section
        title="Escalation"
        aside={
          row && (
            <Link to="/policies/$id" params={{ id: row.id }} className="link text-xs !text-muted">
              {row.name}, version {policy?.version}
            </Link>
          )
        }
      >
        <LadderLines ladder={{ ...ladder, next: null }} policy={row} isForecast />
        <p className="mt-3 text-xs text-faint">
          Shown until <At at={until} />. Assumes that no one acknowledges, that every provider delivers each message, and that nothing is
          changed before then.
        </p>
      </Section>
    </>
  );
}
