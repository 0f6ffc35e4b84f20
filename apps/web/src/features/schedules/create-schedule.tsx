import { commands } from '@tocsin/contracts/schedules/noun.js';
import { useNavigate } from '@tanstack/react-router';
import { v7 } from 'uuid';
import { serverNow } from '../../data/time/clock.js';
import { useJudge } from '../../data/session/session.js';
import { useTeams } from '../teams/shared/teams.js';
import { useCommand } from '../../data/cache/use-command.js';
import { FormButtons } from '../../ui/dialog-buttons.js';
import { Section } from '../../ui/screen.js';
import { TextField } from '../../ui/field.js';
import { ComboField, namedOptions } from '../../ui/combo-field.js';
import { choiceIn, useForm } from '../../ui/use-form.js';
import { CrewFields } from './crew-fields.js';
import { layersOf, presets, presetWords, type Crew, type Preset } from './presets.js';
import { browserZone } from '../../data/time/zone-times.js';
import { ZoneField } from '../../ui/zone-field.js';

const crewsOf = (preset: Preset, zone: string): readonly Crew[] => {
  const crew = (name: string): Crew => ({ name, zone, people: [] });
  if (preset === 'business-hours') return [crew('Business hours'), crew('Nights and weekends')];
  return preset === 'follow-the-sun' ? [crew('Region 1'), crew('Region 2')] : [crew(presetWords[preset].name)];
};

interface Values extends Record<string, unknown> {
  name: string;
  teamId: string;
  timeZone: string;
  preset: Preset;
  crews: readonly Crew[];
}

function initialIn(teamId: string): Values {
  const timeZone = browserZone();
  return { name: '', teamId, timeZone, preset: 'weekly', crews: crewsOf('weekly', timeZone) };
}

/** A schedule from a pattern that is usual; everything about it can be changed afterwards. */
export function CreateSchedule({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useCommand('CreateSchedule', 'create the schedule', { inForm: true });
  const mayIn = useJudge('service.configure');
  const teams = useTeams().filter(({ id }) => mayIn({ teamId: id }));
  const form = useForm({
    initial: initialIn(teams[0]?.id ?? ''),
    schema: commands.CreateSchedule.data,
    shape: ({ name, teamId, timeZone, preset, crews }) => ({
      scheduleId: v7(),
      name,
      teamId,
      timeZone,
      layers: layersOf({ preset, zone: timeZone, crews, now: serverNow(), newId: v7 }),
    }),
    submit: async (request) => {
      await create.mutateAsync(request);
      onClose();
      await navigate({ to: '/schedules/$id', params: { id: request.scheduleId } });
    },
  });
  const { preset, timeZone, crews } = form.values;
  const peopleWrong = Object.entries(form.errors).find(([path]) => path.startsWith('layers'))?.[1];
  return (
    <Section title="New schedule">
      <form noValidate className="mb-10 max-w-3xl space-y-4 pt-2" onSubmit={(event) => void form.onSubmit(event)}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Name" placeholder="Payments primary" required {...form.field('name')} />
          <ComboField label="Team" options={namedOptions(teams)} {...choiceIn(form, 'teamId')} />
        </div>
        <fieldset className="grid gap-2 sm:grid-cols-2">
          <legend className="mb-1 font-medium">Pattern</legend>
          {presets.map((one) => (
            <PresetChoice
              key={one}
              preset={one}
              isChosen={one === preset}
              onChoose={() => form.put({ preset: one, crews: crewsOf(one, timeZone) })}
            />
          ))}
        </fieldset>
        <ZoneField label="Time zone" hint="Handoff times are in this zone." {...choiceIn(form, 'timeZone')} />
        <CrewFields
          hasRegions={preset === 'follow-the-sun'}
          crews={crews}
          error={peopleWrong}
          onChange={(next) => form.put({ crews: next })}
        />
        {form.problem && (
          <p role="alert" className="text-warn">
            {form.problem}
          </p>
        )}
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          Create
        </FormButtons>
      </form>
    </Section>
  );
}

const PresetChoice = ({ preset, isChosen, onChoose }: { preset: Preset; isChosen: boolean; onChoose: () => void }) => (
  <label className="rounded-lg border border-line p-3 has-checked:border-act has-checked:bg-selected has-focus-visible:outline-2">
    <input type="radio" name="preset" className="sr-only" checked={isChosen} onChange={onChoose} />
    <span className="block font-medium">{presetWords[preset].name}</span>
    <span className="block text-xs text-muted">{presetWords[preset].says}</span>
  </label>
);
