import { BellMark } from '../bell-mark.js';
import { useTitle } from '../screen.js';
import { Figures, HeatMaps, Plots } from './charts.js';
import { Buttons, Choices, Chips, Dialogs, Fields, Lists, Menus } from './controls.js';
import { Notices } from './notices.js';
import { Ladders, People, States, Surfaces, Tables, Type, Waiting } from './pictures.js';

/** Every component in every state, from which tests and pictures are taken. */
export function ComponentSheet() {
  useTitle('Component sheet');
  return (
    <main className="mx-auto max-w-[1240px] px-3 py-7 sm:px-7">
      <header className="mb-4 flex items-center gap-2">
        <span className="text-bronze">
          <BellMark />
        </span>
        <h1 className="text-xl font-semibold">Component sheet</h1>
        <p className="ml-auto text-xs text-muted">every control, every state, one family</p>
      </header>
      <div className="grid gap-5">
        <Surfaces />
        <States />
        <div className="grid gap-5 lg:grid-cols-2">
          <People />
          <Type />
        </div>
        <Buttons />
        <div className="grid items-start gap-5 lg:grid-cols-3">
          <Fields />
          <Lists />
          <Choices />
        </div>
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Chips />
          <div className="grid gap-5">
            <Menus />
            <Dialogs />
          </div>
        </div>
        <Tables />
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Ladders />
          <Waiting />
        </div>
        <Notices />
        <Plots />
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Figures />
          <HeatMaps />
        </div>
      </div>
    </main>
  );
}
