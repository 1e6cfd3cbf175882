#!/usr/bin/env node
// Checks that each pack in Uka records (.uka) follows from the commitments and the opened values.
// Usage: node verify.js [--orders] FILE...
// Exit code: 1 if a pack is not fair, else 2 if a file cannot be read, else 3 if a pack is unknown, else 0.
'use strict';
const { createHash, createHmac } = require('node:crypto');
const { readFileSync } = require('node:fs');

const SEATS = ['north', 'east', 'south', 'west'];
const CHAIN = 256; // shares in a chain

// ---- The functions of the protocol

const joined = (parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));
const sha256 = (...parts) => createHash('sha256').update(joined(parts)).digest();
const hmac = (key, ...parts) => createHmac('sha256', key).update(joined(parts)).digest();
const modulo = (hash, n) => Number(BigInt('0x' + hash.toString('hex')) % BigInt(n));

const eight = (number) => Buffer.from(BigInt(number).toString(16).padStart(16, '0'), 'hex');
const secretCommitment = (secret) => sha256('uka commit 1', secret).toString('hex');
const linkBefore = (share) => sha256('uka link 1', share);
const standIn = (secret, number, index) => hmac(secret, 'uka stand-in 1', eight(number), [index]);
const packKey = (secret, number, shares) => hmac(secret, 'uka deal 1', eight(number), ...shares);
const cutFrom = (key, size) => 4 + modulo(hmac(key, 'uka cut 1'), size - 7);
const wayFrom = (key) => (modulo(hmac(key, 'uka packets 1'), 2) === 0 ? '3-2' : '2-3');

// The cards of the ruleset in index order. The joker is written "B".
function sortedPack(rules) {
  const ranks = '789TJQKA'.slice(-(rules.pack ?? 24) / 4);
  const cards = [...'cdhs'].flatMap((suit) => [...ranks].map((rank) => rank + suit));
  return (rules.benny ?? 'off') === 'off' ? cards : [...cards, 'B'];
}

// The stream of 32-bit words from which the shuffle takes its random numbers.
function* words(key) {
  for (let block = 0; ; block++) {
    const bytes = hmac(key, 'uka shuffle 1', eight(block));
    for (let at = 0; at < 32; at += 4) yield bytes.readUInt32BE(at);
  }
}

function drawBelow(stream, n) {
  const limit = 2 ** 32 - (2 ** 32 % n);
  let word = stream.next().value;
  while (word >= limit) word = stream.next().value;
  return word % n;
}

function orderFrom(key, rules, isDraw) {
  const cards = sortedPack(rules);
  const stream = words(key);
  for (let top = cards.length - 1; top >= 1; top--) {
    const place = drawBelow(stream, top + 1);
    [cards[top], cards[place]] = [cards[place], cards[top]];
  }
  return isDraw ? cards.filter((card) => card !== 'B') : cards;
}

const isHash = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const bytesOf = (hex) => Buffer.from(hex, 'hex');
const sameList = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// ---- The check of one record, line by line

class Checker {
  constructor(rules) {
    this.rules = rules;
    this.results = []; // one for each pack
    this.commitments = new Map(); // pack's number -> the server's first commitment
    this.links = {}; // seat -> { link, pack }
    this.withheld = new Set();
    this.ways = {}; // dealer, or dealer and game -> their way, where packets are kept
    this.next = 0;
    this.clear();
  }

  // Reset the state of a single pack.
  clear() {
    this.closed = false;
    this.awaited = []; // seats whose shares make the pack, opened or not
    this.opened = {}; // seat -> share
    this.byHand = {}; // cut, way
    this.secret = null; // the note secret_opened
    this.faults = []; // why the pack is not fair
    this.gaps = []; // why it is unknown
  }

  // Record why the current pack is not fair, unless `holds` is true.
  must(holds, why) {
    if (!holds) this.faults.push(why);
    return holds;
  }

  read(line) {
    if (line.type === 'drawn') this.dealt(line.order, { cut: null, way: null }, true);
    else if (line.type === 'dealt') this.dealt(line.pack, { cut: line.cut ?? null, way: line.packet_pattern ?? null }, false);
    else if (line.type === 'note' && line.kind === 'fair') this.note(line.text);
  }

  note(text) {
    try {
      const note = JSON.parse(text);
      if (typeof this['on_' + note.type] === 'function') this['on_' + note.type](note);
      else this.gaps.push(`a note of a kind that this program does not know: ${note.type}`);
    } catch (error) {
      this.faults.push(`a note cannot be read: ${text.slice(0, 60)}`);
    }
  }

  on_server_committed({ first, commitments }) {
    commitments.forEach((commitment, at) => {
      if (!this.commitments.has(first + at)) this.commitments.set(first + at, commitment);
    });
  }

  on_share_committed({ seat, first, commitment }) {
    const fits = [
      this.must(SEATS.includes(seat) && isHash(commitment), 'a commitment to a chain cannot be read'),
      this.must(first === this.next + (this.closed ? 1 : 0), `${seat}'s chain begins with the wrong pack, ${first}`),
      this.must(!this.awaited.includes(seat), `${seat} committed to a new chain while awaited`),
      this.must(!this.withheld.has(seat), `${seat} committed again after withholding a share`),
    ];
    if (fits.every(Boolean)) this.links[seat] = { link: bytesOf(commitment), pack: first - 1 };
  }

  on_commitments_closed({ number, by }) {
    this.must(!this.closed, 'the commitments were closed twice');
    this.must(number === this.next, `the commitments closed are those of pack ${number}, not of the next`);
    this.closed = true;
    this.awaited = SEATS.filter((seat) => by.includes(seat));
    this.must(this.awaited.length === by.length, 'closed by seats that do not exist, or twice by one');
    this.must(this.commitments.has(this.next), "the server had not committed to the pack's secret");
    for (const seat of this.awaited) {
      this.must(this.links[seat]?.pack < this.next, `${seat} had not committed to a chain for this pack`);
      this.must(!this.withheld.has(seat), `${seat} had withheld a share before`);
    }
  }

  on_pack_cut({ cards }) { this.choose('cut', cards); }
  on_packet_pattern_chosen({ packet_pattern }) { this.choose('way', packet_pattern); }

  choose(what, value) {
    this.must(this.closed, `${what} chosen by hand before the commitments were closed`);
    this.must(Object.keys(this.opened).length === 0, `${what} chosen by hand after a share was opened`);
    this.byHand[what] = value;
  }

  on_share_opened({ number, seat, share }) {
    this.must(number === this.next, `a share of pack ${number} was opened out of turn`);
    if (!this.must(this.awaited.includes(seat), `${seat} opened a share, but is not awaited`)) return;
    if (!this.must(!(seat in this.opened), `${seat} opened a share twice`)) return;
    if (!this.must(isHash(share), `${seat}'s share cannot be read`)) return;
    this.opened[seat] = bytesOf(share);
    if (this.must(this.fitsChain(seat), `${seat}'s share does not lead to the last link of the chain`))
      this.links[seat] = { link: this.opened[seat], pack: this.next };
  }

  fitsChain(seat) {
    const last = this.links[seat];
    if (!last || last.pack >= this.next || last.pack + CHAIN < this.next) return false;
    let link = this.opened[seat];
    for (let pack = this.next; pack > last.pack; pack--) link = linkBefore(link);
    return link.equals(last.link);
  }

  on_shares_withheld({ number, seats }) {
    const missing = this.awaited.filter((seat) => !(seat in this.opened));
    this.must(number === this.next, `pack ${number} was given up out of turn`);
    this.must(missing.length > 0 && sameList(missing, SEATS.filter((seat) => seats.includes(seat))),
      'the seats said to have withheld shares are not those whose shares are missing');
    seats.forEach((seat) => this.withheld.add(seat));
    this.awaited = this.awaited.filter((seat) => !seats.includes(seat));
    this.opened = {};
    this.next++;
    // The commitments stay closed for this pack, without another note `commitments_closed`.
    this.must(this.commitments.has(this.next), 'the server had not committed to the secret of the pack dealt instead');
  }

  on_secret_opened(note) { this.secret = note; }

  on_reseated({ seating }) {
    const places = seating.map((to) => (typeof to === 'number' ? SEATS[to] : to));
    const target = (seat) => places[SEATS.indexOf(seat)];
    this.must(sameList([...places].sort(), [...SEATS].sort()), 'the new seats cannot be read');
    this.links = Object.fromEntries(Object.entries(this.links).map(([seat, known]) => [target(seat), known]));
    this.withheld = new Set([...this.withheld].map(target));
  }

  // Compare the pack in the record with the pack that follows from the notes.
  dealt(order, { cut, way }, isDraw) {
    const made = this.packFromNotes(isDraw);
    if (made.order) this.must(sameList(order, made.order), 'the cards are not in the order that follows from the key');
    if (made.cut !== undefined) this.must(cut === made.cut, `the cut is ${cut}, but should be ${made.cut}`);
    if (made.way !== undefined) this.must(way === made.way, `the packets are ${way}, but should be ${made.way}`);
    this.finish(made);
  }

  finish(made) {
    this.results.push({ number: this.next++, faults: this.faults, gaps: this.gaps, ...made });
    this.clear();
  }

  packFromNotes(isDraw) {
    if (!this.closed) this.gaps.push('the record does not say whose shares make the pack');
    if (!this.secret) this.gaps.push("the server's secret is not in the record");
    const seats = this.awaited.filter((seat) => this.must(seat in this.opened, `${seat}'s share is not open`));
    if (!this.closed || !this.secret || seats.length < this.awaited.length) return { seats };
    this.must(this.secret.number === this.next, `the secret is that of pack ${this.secret.number}`);
    if (!this.must(isHash(this.secret.secret), 'the secret cannot be read')) return { seats };
    const secret = bytesOf(this.secret.secret);
    this.must(secretCommitment(secret) === this.commitments.get(this.next), 'the secret does not fit its commitment');
    const shares = SEATS.map((seat, i) => this.opened[seat] ?? standIn(secret, this.next, i));
    const key = packKey(secret, this.next, shares);
    const choices = isDraw ? { cut: null, way: null } : { cut: this.cutOf(key), way: this.wayOf(key) };
    return { seats, order: orderFrom(key, this.rules, isDraw), ...choices };
  }

  cutOf(key) {
    if (!this.rules.cut) return null;
    return this.byHand.cut ?? cutFrom(key, sortedPack(this.rules).length);
  }

  wayOf(key) {
    if (this.rules.packets === 'free') return this.byHand.way ?? wayFrom(key);
    if (this.rules.packets !== 'kept' && this.rules.packets !== 'kept_in_game') return null;
    const { dealer, game = 0 } = this.secret;
    this.must(SEATS.includes(dealer), 'the record does not say who deals');
    const keeper = this.rules.packets === 'kept' ? dealer : `${dealer} in game ${game}`;
    this.ways[keeper] = this.byHand.way ?? this.ways[keeper] ?? wayFrom(key);
    return this.ways[keeper];
  }
}

// ---- The command

function check(path) {
  const [header, ...lines] = readFileSync(path, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
  const checker = new Checker(header.rules);
  lines.forEach((line) => checker.read(line));
  // Notes after the last pack may break the rules too. Their faults are reported for the next pack.
  if (checker.faults.length > 0) checker.finish({ seats: [] });
  return checker.results;
}

function tell(path, { number, faults, gaps, seats }) {
  let verdict = seats.length > 0 ? `fair (shares of ${seats.join(', ')})` : 'fair (no seat had a share)';
  if (gaps.length > 0) verdict = `unknown: ${gaps.join('; ')}`;
  if (faults.length > 0) verdict = `not fair: ${faults.join('; ')}`;
  console.log(`${path} pack ${number}: ${verdict}`);
}

function tellOrder({ number, order = null, cut = null, way = null }) {
  console.log(JSON.stringify({ number, order, cut, way }));
}

function main(args) {
  const paths = args.filter((arg) => arg !== '--orders');
  if (paths.length === 0) console.error('usage: node verify.js [--orders] FILE...');
  const found = { unfair: false, unreadable: paths.length === 0, unknown: false };
  for (const path of paths) {
    try {
      const results = check(path);
      results.forEach((result) => (args.includes('--orders') ? tellOrder(result) : tell(path, result)));
      found.unfair ||= results.some((result) => result.faults.length > 0);
      found.unknown ||= results.some((result) => result.gaps.length > 0);
    } catch (error) {
      console.error(`${path}: cannot be read: ${error.message}`);
      found.unreadable = true;
    }
  }
  return found.unfair ? 1 : found.unreadable ? 2 : found.unknown ? 3 : 0;
}

process.exitCode = main(process.argv.slice(2));
