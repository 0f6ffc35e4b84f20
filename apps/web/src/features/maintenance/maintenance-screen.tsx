import { useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { BarredHint } from '../../ui/barred-hint.js';
import { Screen } from '../../ui/screen.js';
import { MaintenanceSection } from './shared/maintenance-section.js';

/** Planned and recurring maintenance. */
export function MaintenanceScreen() {
  const may = useMay('silence.start');
  return (
    <Screen title="Maintenance">
      {!may && <BarredHint className="-mt-3 mb-4">Only {whoMay('silence.start')} can plan maintenance.</BarredHint>}
      <MaintenanceSection />
    </Screen>
  );
}
