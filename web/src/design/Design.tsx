// Design.tsx: all components and tokens on one page, in development builds.

import { useState } from 'preact/hooks';
import { useTitle } from '../navigation';
import './gallery.css';
import { Icon, ICONS } from './Icon';
import { Area, Avatar, Badge, Button, ButtonLink, Card, Count, Dialog, Empty, File, List, Search, Select, Tabs, Text, Tick, Toast } from './parts';

const COLOURS = ['paper', 'card', 'well', 'ink', 'quiet', 'line', 'control', 'accent', 'accent-ink', 'good', 'warn', 'picked', 'check-text', 'current', 'wood-1', 'wood-2'];
const SIZES = [1, 2, 3, 4, 5, 6];
const SPACES = [1, 2, 3, 4, 5, 6, 7, 8];

/** It is in English only: people who play do not see it. */
export default function Design() {
  useTitle('Design');
  const [tab, setTab] = useState('moves');
  const [open, setOpen] = useState(false);
  const [game, setGame] = useState('shogi');
  const [name, setName] = useState('');
  const [rated, setRated] = useState(false);
  const [ranks, setRanks] = useState(9);
  return (
    <>
      <h1>Design</h1>
      <div class="design">
        <Card>
          <h2>Colours</h2>
          <div class="swatches">{COLOURS.map((name) => <div key={name}><span style={{ background: `var(--${name})` }} />{name}</div>)}</div>
        </Card>
        <Card>
          <h2>Type and space</h2>
          {SIZES.map((size) => <p key={size} style={{ fontSize: `var(--t-${size})`, margin: 0 }}>--t-{size} Shogi 将棋 1234</p>)}
          {SPACES.map((space) => <div key={space} class="row"><code>--s-{space}</code><span class="measure" style={{ width: `var(--s-${space})` }} /></div>)}
        </Card>
        <Card>
          <h2>Buttons</h2>
          <div class="row">
            <Button kind="primary">Primary</Button><Button>Plain</Button><Button kind="danger">Danger</Button><Button disabled>Disabled</Button>
            <ButtonLink href="#buttons" icon="watch">Link</ButtonLink> <span>and <Button kind="bare">bare</Button></span> <File title="File" onFile={() => {}} />
          </div>
          <p /><Button large kind="primary" icon="piece">Large<small>and what it does</small></Button>
        </Card>
        <Card>
          <h2>Fields</h2>
          <form class="form">
            <Text name="name" title="Name" hint="Letters and digits" placeholder="Mika" value={name} onChange={setName}
              fault={/^[\w]*$/.test(name) ? '' : 'A name has letters and digits.'} />
            <Area name="comment" title="Comment" rows={2} value={name} onChange={setName} />
            <Count title="Ranks" value={ranks} min={1} max={36} onChange={setRanks} />
            <Select title="Game" value={game} options={[['shogi', 'Shogi'], ['chu', 'Chu Shogi']]} onChoose={setGame} />
            <Tick title="Rated" value={rated} onChange={setRated} />
            <Tick role="switch" title="Evaluation bar" value={rated} onChange={setRated} />
            <Search value={name} onChange={setName} />
          </form>
        </Card>
        <Card>
          <h2>Tabs, dialog, toast</h2>
          <Tabs title="Tabs" chosen={tab} tabs={[['moves', 'Moves'], ['talk', 'Talk'], ['notes', 'Notes']]} onChoose={setTab} />
          <p>{tab}</p>
          <Button onClick={() => setOpen(true)}>Open a dialog</Button>
          {open && <Dialog title="Resign?" onClose={() => setOpen(false)}><div class="row"><Button kind="danger" onClick={() => setOpen(false)}>Resign</Button></div></Dialog>}
          <p /><Toast>Link copied</Toast>
        </Card>
        <Card>
          <h2>List, badges, avatar</h2>
          <List>
            <li class="row"><Avatar name="Mika" /><b>Mika</b> <span class="quiet">1834</span> <span class="grow" /><Badge kind="live">live</Badge></li>
            <li class="row"><Avatar name="将" /><b>将太</b> <Badge>engine</Badge> <Badge kind="warns">adjourned</Badge></li>
          </List>
        </Card>
        <Card>
          <h2>Empty</h2>
          <Empty>No games yet.<Button kind="primary">Create a challenge</Button></Empty>
        </Card>
        <Card>
          <h2>Icons</h2>
          <div class="swatches">{ICONS.map((name) => <div key={name}><Icon name={name} />{name}</div>)}</div>
        </Card>
      </div>
    </>
  );
}
