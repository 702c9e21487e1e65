-- One way in which texts are compared by whoever searches, and the words that they are found by. See
-- docs/decisions/0065-one-folding.md.

-- The program does the same (contract/rules/folding.ts), and a test holds both against each other. All letters are named here:
-- what the database itself knows of them depends on its locale and its version.
create function search_marked(line text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  plain text;
begin
  if octet_length(line) = char_length(line) then
    return btrim(regexp_replace(translate(lower(line collate "C"), '`', ''''), '[\t-\r ]+', ' ', 'g'));
  end if;
  plain := translate(lower(regexp_replace(normalize(translate(line,
    E'\u00b4ʹ\u0384\u0387\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\uff07\uff40', ''''''''''''''''''''''''), NFKD),
    '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u1160\u115f\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\U000e0000-\U000e01ef]', '', 'g') collate "C"), '`', '''');
  -- Most letters with marks are plain ones by now. Each list takes time that grows with it, so few texts are held against all three.
  if octet_length(plain) > char_length(plain) then
    -- Capitals, letters that are typed as others where a keyboard has none, apostrophes, dashes, and what parts words as a space does.
    plain := translate(plain,
    E'\u0085\u00a1\u00a7\u00ab\u00b6\u00b7\u00bb\u00bfÆÐØÞðøĐđĦħıĸŁłŊŋŒŦŧƀƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƙƚƜƝƟƢƤƦƧƩƬƭƮƱƲƳƴƵƶƷƸƼǤǥǶ'
    'ǷȜȠȢȤȷȺȻȼȽȾɁɃɄɅɆɇɈɉɊɌɍɎɏẞ\u2010\u2012\u2013\u2014\u2015\u2016\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f'
    '\u2020\u2021\u2022\u2023\u2027',
    E'     ''  ædoþdoddhhikllnnœttbbƃƅoƈddƌǝeeƒggɩikklɯnoƣƥʀƨʃttʈʊvyyzzʒƹƽggƕƿȝƞȣȥjaccltɂbuʌeejjɋrryyß----- '''' '' '
    '       ''');
    if plain ~ '[^ -\u024f]' then
      plain := translate(plain,
    E'ͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇ'
    'ՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ\u055a\u055b\u055c\u055d\u055e\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c'
    '\u060d\u061b\u061d\u061e\u061fةى\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u066a\u066b\u066c'
    '\u066dٱکھہی\u06d4ە\u3001\u3002\u3003\u3008\u3009\u300a\u300b\u300c\u300d\u300e\u300f\u3010\u3011',
    E'ͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωσϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяաբգդեզէըթժիլխծկհձղճմյնշ'
    'ոչպջռսվտրցւփքօֆ''      --   ''       هي0123456789    اكههي ه             ');
    end if;
  end if;
  if plain ~ '[^ -\u024f\u0370-\u045f\u0531-\u06df\u1100-\u11ff\u2010-\u2027\u3000-\u3011\u3040-\u309f\u30a1-\u30fa\u30fc-\u30ff\u4e00-\u9fff]' then
    plain := translate(plain,
    E'ɓɔɖɗəɛɠɣɨɫɲɵʉʋʹʻʼʽʾʿˈˊˋѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐґҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮ'
    '\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9\u0964\u0965\u0970ႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿ'
    'ჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵ\u1400\u1680'
    '\u1806ᲀᲁᲂᲃᲄᲅᲆᲇᲈᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿỺỼỾ\u2028\u2029\u2030\u2031\u2032\u2035\u2038'
    '\u2039\u203a\u203b\u203d\u203f\u2040\u2041\u2042\u2043\u2044\u2045\u2046\u204a\u204b\u204c\u204d\u204e\u204f'
    '\u2050\u2051\u2052\u2053\u2054\u2055\u2056\u2058\u2059\u205a\u205b\u205c\u205d\u205eℲↃ\u2212\u275b\u275c\u2800'
    'ⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱡⱢⱣⱤⱥⱦⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖ'
    'ⳘⳚⳜⳞⳠⳢⳫⳭⳲ\u2e00\u2e01\u2e02\u2e03\u2e04\u2e05\u2e06\u2e07\u2e08\u2e09\u2e0a\u2e0b\u2e0c\u2e0d\u2e0e\u2e0f'
    '\u2e10\u2e11\u2e12\u2e13\u2e14\u2e15\u2e16\u2e17\u2e18\u2e19\u2e1a\u2e1b\u2e1c\u2e1d\u2e1e\u2e1f\u2e20\u2e21'
    '\u2e22\u2e23\u2e24\u2e25\u2e26\u2e27\u2e28\u2e29\u2e2a\u2e2b\u2e2c\u2e2d\u2e2eⸯ\u2e30\u2e31\u2e32\u2e33\u2e34'
    '\u2e35\u2e36\u2e37\u2e38\u2e39\u2e3a\u2e3b\u2e3c\u2e3d\u2e3e\u2e3f\u2e40\u2e41\u2e42\u2e43\u2e44\u2e45\u2e46'
    '\u2e47\u2e48\u2e49\u2e4a\u2e4b\u2e4c\u2e4d\u2e4e\u2e4f\u2e50\u2e51\u2e52\u2e53\u2e54\u2e55\u2e56\u2e57\u2e58'
    '\u2e59\u2e5a\u2e5b\u2e5c\u2e5d\u3014\u3015\u3016\u3017\u3018\u3019\u301a\u301b\u301c\u301d\u301e\u301f\u3030'
    '\u303d\u30a0\u30fbꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝁꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞌꞍꞐꞒꞖꞘꞚ'
    'ꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍'
    '𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡'
    '𐵢𐵣𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐'
    '𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡',
    E'boddeeggilnouv''''''''''''''''''ѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏггғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥ'
    'ԧԩԫԭԯ0123456789   ⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣ'
    'ꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽ- -вдосттъѣꙋᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿỻỽỿ    ''''      '
    '   -            -          ⅎↄ-'''' ⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟlllᵽɽatⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑ'
    'ⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳ                       -  -                               --    - '
    '                           -        -   - - ꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿkkꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛ'
    'ꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇ''''ɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙'
    '𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨'
    '𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈'
    '𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃');
  end if;
  plain := replace(replace(replace(replace(plain, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss');
  return btrim(regexp_replace(plain, '[\t-\r ]+', ' ', 'g'));
end $$;
comment on function search_marked(text) is
  'A text as it is compared: small letters without marks, with one kind of dash, of space and of apostrophe. What is compared has no apostrophes.';

-- The words of users, organisations and groups. Those of the folding before are among them as long as processes run that ask for them.
create or replace function words_of(line text) returns setof text
  language sql immutable
  begin atomic
    select substr(lower(line), n)
    from generate_series(1, char_length(line)) as n
    where strpos(E' \t.,@-_+''()/', substr(line, n, 1)) = 0
      and (n = 1 or strpos(E' \t.,@-_+''()/', substr(line, n - 1, 1)) > 0)
    union
    select replace(substr(marked, n), '''', '')
    from (select search_marked(line) offset 0) as m (marked), generate_series(1, char_length(marked)) as n
    where strpos(' !"#$%&''()*+,-./:;<=>?@[\]^_{|}~', substr(marked, n, 1)) = 0
      and (n = 1 or strpos(' !"#$%&''()*+,-./:;<=>?@[\]^_{|}~', substr(marked, n - 1, 1)) > 0);
  end;
comment on function words_of(text) is 'A text from the start of each of its words to its end, as it is compared.';

create table assay_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  assay_id uuid not null,
  primary key (tenant_id, word, assay_id),
  foreign key (tenant_id, assay_id) references assays (tenant_id, id) on delete cascade
);
comment on column assay_words.word is 'A name or a manufacturer, from the start of one of its words to its end.';
call isolate_by_tenant('assay_words');
create index assay_words_of_assay on assay_words (tenant_id, assay_id, word);

create table invite_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  invite_id uuid not null,
  primary key (tenant_id, word, invite_id),
  foreign key (tenant_id, invite_id) references invites (tenant_id, id) on delete cascade
);
comment on column invite_words.word is 'An email, from the start of one of its words to its end.';
call isolate_by_tenant('invite_words');
create index invite_words_of_invite on invite_words (tenant_id, invite_id, word);

grant select, insert, delete on assay_words, invite_words to {{server}};
grant select on assay_words, invite_words to {{reader}};

create function keep_assay_words() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from assay_words where tenant_id = new.tenant_id and assay_id = new.id;
  end if;
  insert into assay_words (tenant_id, word, assay_id)
  select new.tenant_id, word, new.id
  from (select words_of(new.name) union select words_of(coalesce(new.manufacturer, ''))) as w (word);
  return null;
end $$;
create trigger assay_words after insert or update of name, manufacturer on assays
  for each row execute function keep_assay_words();

create function keep_invite_words() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from invite_words where tenant_id = new.tenant_id and invite_id = new.id;
  end if;
  insert into invite_words (tenant_id, word, invite_id)
  select new.tenant_id, word, new.id from words_of(coalesce(new.email, '')) as word;
  return null;
end $$;
create trigger invite_words after insert or update of email on invites
  for each row execute function keep_invite_words();

-- Operators look through thousands of tenants, whose directory is read as a whole.
create function search_spaced(line text) returns text
  language sql immutable
  begin atomic
    select coalesce(string_agg(' ' || word, ' '), '') from words_of(line) as word;
  end;
comment on function search_spaced(text) is 'All words of a text, each with a space before it.';
alter table tenant_directory
  add column words text collate "C" not null generated always as (search_spaced(name) || search_spaced(slug)) stored;
comment on column tenant_directory.words is 'What a tenant is found by: each word of its name and of its web address, with a space before it.';

-- What processes of the version before write of subjects that they add meanwhile: their words are folded again, and without
-- `whole` the words themselves are asked. Nothing that this version writes has such a letter or sign.
create function refold_subject_word() returns trigger
  language plpgsql as $$
begin
  new.word := replace(search_marked(new.word), '''', '');
  new.whole := null;
  if exists (
    select from subject_words w
    where w.tenant_id = new.tenant_id and w.word = new.word and w.subject_id = new.subject_id and w.group_id = new.group_id
  ) then
    return null;
  end if;
  return new;
end $$;
create trigger refold_subject_word before insert on subject_words
  for each row
  when (coalesce(new.whole, new.word) ~ '[''`´·ʹʻ-ʿˈˊˋ‘’‛‧′‵‐-―−«»“”„…øłđðħŧŋþæœßəıς\ufb00-\ufb06\uff01-\uff5e]')
  execute function refold_subject_word();
