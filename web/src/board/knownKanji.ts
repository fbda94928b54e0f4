// knownKanji.ts: kanji for games whose definition has none, such as a diagram of another site, by the names of pieces
// that every player of shogi knows, and of others that stand beside them.  The definitions of this project have the same.

const SIGNS = 'pawn 歩,lance 香,silver 銀,gold 金,bishop 角,rook 飛,king 玉,tokin と,promoted lance 杏,promoted knight 圭,promoted silver 全,dragon king 龍,dragon 龍,dragon horse 馬,'
  + 'copper 銅,iron 鉄,tile 瓦,stone 石,wood 木,go-between 仲,side mover 横,vertical mover 竪,reverse chariot 反,'
  + 'ferocious leopard 豹,leopard 豹,blind tiger 虎,drunk elephant 象,prince 太,crown prince 太,kirin 麒,phoenix 鳳,lion 獅,'
  + 'free king 奔,queen 奔,horned falcon 鷹,soaring eagle 鷲,flying ox 牛,free boar 猪,white horse 駒,whale 鯨,flying stag 鹿,'
  + 'cannon 砲,pao 砲,vao 弩,elephant 象,archbishop 僧,cardinal 僧,chancellor 帥,marshall 帥,marshal 帥,guard 士,man 士,commoner 士,mann 士,'
  + 'water buffalo 水牛,angry boar 嗔,cat sword 猫,evil wolf 狼,violent ox 猛牛,flying dragon 飛龍,great general 大将,vice general 副将';
const known = new Map(SIGNS.split(',').map((one) => [one.slice(0, one.lastIndexOf(' ')), one.slice(one.lastIndexOf(' ') + 1)]));

/** The kanji of a piece by its name and moves; "" if it is not known.  A knight that leaps forward alone is that of shogi,
 * any other a rider. */
export function knownKanji(name: string, moves: string): string {
  const word = name.toLowerCase().replace(/^(gold|silver|copper|iron|tile|stone|wood) ?general$/, '$1');
  if (word === 'knight') return /^f+N(@\d+)?$/.test(moves) ? '桂' : '騎';
  return known.get(word) ?? '';
}
