// Which country a text means: its name in many languages, its codes of two and three letters, and what people write besides.
import { placeKey } from './query.rules.ts';

/** Languages in which names of countries are known: those of many files, among them the portal's. */
const LANGUAGES = 'en ar cs da de el es fa fi fr he hu id it ja ko nb nl pl pt ro ru sv tr uk vi zh zh-Hant'.split(' ');

/** Codes of three letters, each with its code of two. */
const THREE_LETTERS =
  'AFGAF ALBAL DZADZ ASMAS ANDAD AGOAO AIAAI ATAAQ ATGAG ARGAR ARMAM ABWAW AUSAU AUTAT AZEAZ BHSBS BHRBH BGDBD BRBBB BLRBY BELBE BLZBZ BENBJ ' +
  'BMUBM BTNBT BOLBO BESBQ BIHBA BWABW BRABR BRNBN BGRBG BFABF BDIBI CPVCV KHMKH CMRCM CANCA CYMKY CAFCF TCDTD CHLCL CHNCN CXRCX CCKCC COLCO ' +
  'COMKM COGCG CODCD COKCK CRICR CIVCI HRVHR CUBCU CUWCW CYPCY CZECZ DNKDK DJIDJ DMADM DOMDO ECUEC EGYEG SLVSV GNQGQ ERIER ESTEE SWZSZ ETHET ' +
  'FLKFK FROFO FJIFJ FINFI FRAFR GUFGF PYFPF ATFTF GABGA GMBGM GEOGE DEUDE GHAGH GIBGI GRCGR GRLGL GRDGD GLPGP GUMGU GTMGT GGYGG GINGN GNBGW ' +
  'GUYGY HTIHT VATVA HNDHN HKGHK HUNHU ISLIS INDIN IDNID IRNIR IRQIQ IRLIE IMNIM ISRIL ITAIT JAMJM JPNJP JEYJE JORJO KAZKZ KENKE KIRKI PRKKP ' +
  'KORKR KWTKW KGZKG LAOLA LVALV LBNLB LSOLS LBRLR LBYLY LIELI LTULT LUXLU MACMO MDGMG MWIMW MYSMY MDVMV MLIML MLTMT MHLMH MTQMQ MRTMR MUSMU ' +
  'MYTYT MEXMX FSMFM MDAMD MCOMC MNGMN MNEME MSRMS MARMA MOZMZ MMRMM NAMNA NRUNR NPLNP NLDNL NCLNC NZLNZ NICNI NERNE NGANG NIUNU NFKNF MKDMK ' +
  'MNPMP NORNO OMNOM PAKPK PLWPW PSEPS PANPA PNGPG PRYPY PERPE PHLPH PCNPN POLPL PRTPT PRIPR QATQA REURE ROURO RUSRU RWARW BLMBL SHNSH KNAKN ' +
  'LCALC MAFMF SPMPM VCTVC WSMWS SMRSM STPST SAUSA SENSN SRBRS SYCSC SLESL SGPSG SXMSX SVKSK SVNSI SLBSB SOMSO ZAFZA SGSGS SSDSS ESPES LKALK ' +
  'SDNSD SURSR SJMSJ SWESE CHECH SYRSY TWNTW TJKTJ TZATZ THATH TLSTL TGOTG TKLTK TONTO TTOTT TUNTN TURTR TKMTM TCATC TUVTV UGAUG UKRUA AREAE ' +
  'GBRGB USAUS URYUY UZBUZ VUTVU VENVE VNMVN VGBVG VIRVI WLFWF ESHEH YEMYE ZMBZM ZWEZW XKXXK';

/** What people write besides. */
const OTHERS: Readonly<Record<string, string>> = {
  uk: 'GB',
  'u.k.': 'GB',
  'great britain': 'GB',
  'united kingdom of great britain and northern ireland': 'GB',
  'u.s.': 'US',
  'u.s.a.': 'US',
  'united states of america': 'US',
  'the netherlands': 'NL',
  holland: 'NL',
  'czech republic': 'CZ',
  'republic of korea': 'KR',
  'korea, republic of': 'KR',
  'russian federation': 'RU',
  turkey: 'TR',
  myanmar: 'MM',
  burma: 'MM',
  'ivory coast': 'CI',
  'cote d ivoire': 'CI',
  "cote d'ivoire": 'CI',
  'democratic republic of the congo': 'CD',
  'dr congo': 'CD',
  'republic of the congo': 'CG',
  congo: 'CG',
  'viet nam': 'VN',
  'hong kong': 'HK',
  macau: 'MO',
  macao: 'MO',
  palestine: 'PS',
  'iran, islamic republic of': 'IR',
  'syrian arab republic': 'SY',
  'cape verde': 'CV',
  swaziland: 'SZ',
  'north macedonia': 'MK',
  macedonia: 'MK',
  'east timor': 'TL',
};

let codes: ReadonlyMap<string, string> | undefined;

/** The code of two letters; undefined where the text names no country. */
export function countryCode(text: string): string | undefined {
  codes ??= allCodes();
  return codes.get(placeKey(text));
}

function allCodes(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const pair of THREE_LETTERS.split(' ')) {
    const [three, two] = [pair.slice(0, 3), pair.slice(3)];
    found.set(three.toLowerCase(), two).set(two.toLowerCase(), two);
  }
  const known = new Set(found.values());
  // The first language counts where two call different countries the same.
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of known) {
      const key = placeKey(names.of(code) ?? '');
      if (key !== '' && !found.has(key)) found.set(key, code);
    }
  }
  for (const [name, code] of Object.entries(OTHERS)) found.set(placeKey(name), code);
  return found;
}
