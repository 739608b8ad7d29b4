<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AudioPage</name>
    <message>
        <source>Microphone</source>
        <translation>麦克风</translation>
    </message>
    <message>
        <source>&amp;Record from</source>
        <translation>录音来源</translation>
    </message>
    <message>
        <source>The system default follows your desktop&apos;s sound settings.</source>
        <translation>“系统默认”跟随桌面的声音设置。</translation>
    </message>
    <message>
        <source>&amp;Keep the microphone ready</source>
        <translation>让麦克风随时待命</translation>
    </message>
    <message>
        <source>The half second before you press the key is heard too, so that no first word is cut. The desktop shows the microphone as in use while CosyScribe runs; nothing is kept of what it hears in between. Bluetooth headsets are left out: they would stay in their call mode.</source>
        <translation>按键前半秒的声音也会听到，开头的字不会丢。CosyScribe 运行期间，桌面会显示麦克风正在使用；两次听写之间听到的声音不会保留。蓝牙耳机除外：否则它会一直处于通话模式。</translation>
    </message>
</context>
<context>
    <name>ChordField</name>
    <message>
        <source>Press the keys…</source>
        <translation>请按下按键…</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>DeliveryWords</name>
    <message>
        <source>Another window has the focus now, so the text was not typed there.</source>
        <translation>现在焦点在另一个窗口，所以没有把文字输入到那里。</translation>
    </message>
    <message>
        <source>Nothing is typed into password fields.</source>
        <translation>不会在密码框中输入文字。</translation>
    </message>
    <message>
        <source>The screen was locked, so the text was not typed.</source>
        <translation>屏幕已锁定，所以没有输入文字。</translation>
    </message>
    <message>
        <source>No text field had the focus.</source>
        <translation>焦点不在任何输入框中。</translation>
    </message>
    <message>
        <source>The program did not take the text.</source>
        <translation>该程序没有接收文字。</translation>
    </message>
    <message>
        <source>The text could not be typed into this program.</source>
        <translation>无法把文字输入到该程序。</translation>
    </message>
    <message>
        <source>It is on the clipboard: paste it where you want it.</source>
        <translation>文字在剪贴板上，请粘贴到需要的地方。</translation>
    </message>
    <message>
        <source>It is in CosyScribe&apos;s window: copy it there.</source>
        <translation>文字在 CosyScribe 的窗口里，请在那里复制。</translation>
    </message>
</context>
<context>
    <name>DesktopDictation</name>
    <message>
        <source>Dictate</source>
        <translation>听写</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>DeviceBox</name>
    <message>
        <source>System default</source>
        <translation>系统默认</translation>
    </message>
    <message>
        <source>System default ({microphone})</source>
        <translation>系统默认（{microphone}）</translation>
    </message>
    <message>
        <source>No microphone found</source>
        <translation>未找到麦克风</translation>
    </message>
    <message>
        <source>{microphone} (not connected)</source>
        <translation>{microphone}（未连接）</translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation>麦克风</translation>
    </message>
    <message>
        <source>Microphone to listen to</source>
        <translation>选择用哪个麦克风听写</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>Welcome to CosyScribe</source>
        <translation>欢迎使用 CosyScribe</translation>
    </message>
    <message>
        <source>Choose your microphone above, press Space and speak.
Press Space again to stop, then copy or export the text.
Nothing you say leaves this computer.</source>
        <translation>先在上方选好麦克风，按空格键开始说话；
再按一次空格键停止，然后复制或导出文字。
您说的话不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Press Space and speak</source>
        <translation>按空格键，开始说话</translation>
    </message>
    <message>
        <source>Your words appear here as you say them.</source>
        <translation>您说的话会实时显示在这里。</translation>
    </message>
</context>
<context>
    <name>ErrorWords</name>
    <message>
        <source>The recogniser {engine} failed: {detail}. What you said so far is kept; try again.</source>
        <translation>识别引擎 {engine} 出错：{detail}。已识别的内容仍然保留，请重试。</translation>
    </message>
    <message>
        <source>Something went wrong that CosyScribe did not expect: {error}. The text is kept; copy the report and send it to us.</source>
        <translation>CosyScribe 遇到了意外错误：{error}。文字仍然保留，请复制错误报告并发给我们。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Use the system default</source>
        <translation>改用系统默认</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Save elsewhere…</source>
        <translation>另存到别处…</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制错误报告</translation>
    </message>
    <message>
        <source>No microphone was found. Connect one, or switch it on, and try again.</source>
        <translation>未找到麦克风。请连接或打开麦克风，然后重试。</translation>
    </message>
    <message>
        <source>The microphone “{device}” is not connected. Connect it or choose another.</source>
        <translation>麦克风“{device}”未连接。请连接它，或改用其他麦克风。</translation>
    </message>
    <message>
        <source>The microphone “{device}” is in use by another program. Close that program or choose another microphone.</source>
        <translation>麦克风“{device}”正被其他程序占用。请关闭该程序，或改用其他麦克风。</translation>
    </message>
    <message>
        <source>You may not use the microphone “{device}”. Allow it in the system settings, or ask to be added to the group “audio”.</source>
        <translation>没有权限使用麦克风“{device}”。请在系统设置中允许使用，或请管理员将您加入“audio”用户组。</translation>
    </message>
    <message>
        <source>The microphone “{device}” offers no format that can be used. Choose another.</source>
        <translation>麦克风“{device}”不支持可用的音频格式，请改用其他麦克风。</translation>
    </message>
    <message>
        <source>The microphone “{device}” was unplugged. What you said so far is kept; connect it again or choose another.</source>
        <translation>麦克风“{device}”已断开。已识别的内容仍然保留，请重新连接，或改用其他麦克风。</translation>
    </message>
    <message>
        <source>The microphone “{device}” could not be opened ({detail}). Try again or choose another.</source>
        <translation>无法打开麦克风“{device}”（{detail}）。请重试，或改用其他麦克风。</translation>
    </message>
    <message>
        <source>No speech engine is called “{engine}”. Choose one in the settings.</source>
        <translation>没有名为“{engine}”的识别引擎，请在设置中另选一个。</translation>
    </message>
    <message>
        <source>The speech model “{model}” is not complete: {path} is missing. Run “cosyscribe models install {model}” in a terminal, then try again.</source>
        <translation>语音模型“{model}”不完整，缺少文件 {path}。请在终端运行“cosyscribe models install {model}”，然后重试。</translation>
    </message>
    <message>
        <source>The speech model “{model}” is damaged: {path} is not what it should be. Run “cosyscribe models install {model}” in a terminal, then try again.</source>
        <translation>语音模型“{model}”已损坏，文件 {path} 校验不符。请在终端运行“cosyscribe models install {model}”，然后重试。</translation>
    </message>
    <message>
        <source>No model is called “{model}”. Choose one in the settings.</source>
        <translation>没有名为“{model}”的模型，请在设置中另选一个。</translation>
    </message>
    <message>
        <source>The model {model} is being installed or removed by another program.</source>
        <translation>另一个程序正在安装或删除模型 {model}。</translation>
    </message>
    <message>
        <source>The speech model “{model}” needs {needed} MB of memory, and {free} MB are free. Close other programs, or choose a smaller model in the settings.</source>
        <translation>语音模型“{model}”需要 {needed} MB 内存，目前只有 {free} MB 可用。请关闭其他程序，或在设置中选择较小的模型。</translation>
    </message>
    <message>
        <source>{path} is not a speech model that can be used here. Choose another in the settings.</source>
        <translation>{path} 不是可以使用的语音模型。请在设置中选择其他模型。</translation>
    </message>
    <message>
        <source>The speech engine “{engine}” cannot be put together: {model} is in the wrong place. Choose another in the settings.</source>
        <translation>语音引擎“{engine}”无法组合：{model} 的位置不对。请在设置中选择其他引擎。</translation>
    </message>
    <message>
        <source>What came is not what it should be. Try again later, or set a mirror.</source>
        <translation>下载到的内容不对。请稍后再试，或设置镜像。</translation>
    </message>
    <message>
        <source>The download was cut off. Try again; what came is kept.</source>
        <translation>下载中断了。请再试一次；已下载的部分会保留。</translation>
    </message>
    <message>
        <source>Nothing could be fetched. Check the network and its proxy, then try again.</source>
        <translation>无法下载。请检查网络和代理，然后再试。</translation>
    </message>
    <message>
        <source>Every source refused. Try again later, or set a mirror.</source>
        <translation>所有来源都拒绝了请求。请稍后再试，或设置镜像。</translation>
    </message>
    <message>
        <source>The disk is too full. Free some space, then try again.</source>
        <translation>磁盘空间不足。请腾出一些空间，然后再试。</translation>
    </message>
    <message>
        <source>The folder of models cannot be written to.</source>
        <translation>模型文件夹无法写入。</translation>
    </message>
    <message>
        <source>Cancelled; what came is kept.</source>
        <translation>已取消；已下载的部分会保留。</translation>
    </message>
    <message>
        <source>The file {path} is there already. Replace it?</source>
        <translation>文件 {path} 已存在，要替换吗？</translation>
    </message>
    <message>
        <source>The file {path} could not be written ({detail}). Save the text elsewhere.</source>
        <translation>无法写入文件 {path}（{detail}）。请将文字保存到别处。</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>它是一个文件夹</translation>
    </message>
    <message>
        <source>the folder does not exist</source>
        <translation>文件夹不存在</translation>
    </message>
    <message>
        <source>the folder cannot be written to</source>
        <translation>没有写入该文件夹的权限</translation>
    </message>
</context>
<context>
    <name>HotWordFile</name>
    <message>
        <source>This is not UTF-8 text.</source>
        <translation>这不是 UTF-8 文字。</translation>
    </message>
    <message>
        <source>“{value}” is not understood; there are weight=, alias= and pinyin=.</source>
        <translation>看不懂“{value}”；可用的有 weight=、alias= 和 pinyin=。</translation>
    </message>
    <message>
        <source>The weight is a number from {least} to {most}.</source>
        <translation>weight 应是 {least} 到 {most} 之间的数。</translation>
    </message>
    <message>
        <source>There is no word.</source>
        <translation>这一行没有词。</translation>
    </message>
    <message>
        <source>The word is longer than {longest} characters.</source>
        <translation>词长于 {longest} 个字符。</translation>
    </message>
    <message>
        <source>The word has characters that cannot be written.</source>
        <translation>词里有无法写出的字符。</translation>
    </message>
    <message>
        <source>Its sound is not understood ({value}).</source>
        <translation>看不懂它的读音（{value}）。</translation>
    </message>
    <message>
        <source>The file cannot be read ({value}); no word is used.</source>
        <translation>无法读取文件（{value}），其中的词都不使用。</translation>
    </message>
    <message>
        <source>The file is empty; write a word a line.</source>
        <translation>文件是空的；请每行写一个词。</translation>
    </message>
    <message>
        <source>The file is larger than {size} MB; no word is used.</source>
        <translation>文件大于 {size} MB，其中的词都不使用。</translation>
    </message>
    <message>
        <source>{value} more lines were left out.</source>
        <translation>另有 {value} 行被略去。</translation>
    </message>
    <message>
        <source>Only the first {count} words are used, none from line {value} on.</source>
        <translation>只使用前 {count} 个词，从第 {value} 行起都不使用。</translation>
    </message>
    <message>
        <source>Line {line}: {problem}</source>
        <translation>第 {line} 行：{problem}</translation>
    </message>
</context>
<context>
    <name>LanguageBox</name>
    <message>
        <source>Any language</source>
        <translation>自动识别语言</translation>
    </message>
    <message>
        <source>Chinese (Mandarin)</source>
        <translation>中文（普通话）</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英语</translation>
    </message>
    <message>
        <source>Cantonese</source>
        <translation>粤语</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日语</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韩语</translation>
    </message>
    <message>
        <source>Spoken language</source>
        <translation>所说的语言</translation>
    </message>
    <message>
        <source>Language you speak; any language is found out as you speak</source>
        <translation>您说的语言；也可以边说边自动识别</translation>
    </message>
</context>
<context>
    <name>LevelMeter</name>
    <message>
        <source>Too loud</source>
        <translation>音量过大</translation>
    </message>
    <message>
        <source>Input level</source>
        <translation>输入音量</translation>
    </message>
    <message>
        <source>Too loud: move away from the microphone or lower its volume.</source>
        <translation>音量过大：请离麦克风远一点，或调低它的音量。</translation>
    </message>
    <message>
        <source>How loud the microphone hears you</source>
        <translation>麦克风收到的音量</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>The setting “{key}” was not understood ({detail}); its default is used.</source>
        <translation>无法识别设置项“{key}”（{detail}），已改用默认值。</translation>
    </message>
    <message>
        <source>The settings could not be saved to {path} ({detail}). They hold until you close the window.</source>
        <translation>无法将设置保存到 {path}（{detail}）。这些设置在关闭窗口前有效。</translation>
    </message>
    <message>
        <source>Settings ({key})</source>
        <translation>设置（{key}）</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>{trouble} Dictation goes on with the engine it had.</source>
        <translation>{trouble}听写继续使用原来的引擎。</translation>
    </message>
    <message>
        <source>Text stays without punctuation. {trouble}</source>
        <translation>文字不加标点。{trouble}</translation>
    </message>
    <message>
        <source>The microphone “{device}” is gone. Connect it again and dictation goes on by itself, or choose another.</source>
        <translation>麦克风“{device}”已断开。重新连接后会自动继续听写，也可以改用其他麦克风。</translation>
    </message>
    <message>
        <source>Nothing comes from the microphone “{device}”. Check that it is connected and not switched off.</source>
        <translation>麦克风“{device}”没有声音。请检查它是否已连接并打开。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Close without saving the text?</source>
        <translation>不保存文字就关闭吗？</translation>
    </message>
    <message>
        <source>It was neither copied nor exported, and is lost when you close.</source>
        <translation>这些文字尚未复制或导出，关闭后将丢失。</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>不保存并关闭</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>关闭这条消息</translation>
    </message>
</context>
<context>
    <name>ModelRow</name>
    <message>
        <source>any language</source>
        <translation>任何语言</translation>
    </message>
    <message>
        <source>sets punctuation</source>
        <translation>添加标点</translation>
    </message>
    <message>
        <source>words while you speak</source>
        <translation>边说边出字</translation>
    </message>
    <message>
        <source>finals only</source>
        <translation>说完才出字</translation>
    </message>
    <message>
        <source>{size} MB</source>
        <translation>{size} MB</translation>
    </message>
    <message>
        <source>Unpacking, {done} MB</source>
        <translation>正在解压，{done} MB</translation>
    </message>
    <message>
        <source>Fetching, {done} MB</source>
        <translation>正在下载，{done} MB</translation>
    </message>
    <message>
        <source>Fetching, {percent} % of {total} MB</source>
        <translation>正在下载，{percent}%，共 {total} MB</translation>
    </message>
    <message>
        <source>, {speed} MB/s</source>
        <translation>，{speed} MB/s</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英语</translation>
    </message>
    <message>
        <source>Cantonese</source>
        <translation>粤语</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日语</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韩语</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>安装</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>已安装</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>等待中…</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Larger models understand more, Chinese above all. Once installed they are among the engines of the page “Recognition”. Punctuation models set marks for engines that write none.</source>
        <translation>较大的模型识别得更好，中文尤其如此。安装后可以在“识别”页的引擎中选择。标点模型为不写标点的引擎添加标点。</translation>
    </message>
</context>
<context>
    <name>Overlay</name>
    <message>
        <source>One moment…</source>
        <translation>请稍候…</translation>
    </message>
    <message>
        <source>Listening…</source>
        <translation>正在聆听…</translation>
    </message>
    <message>
        <source>Finishing…</source>
        <translation>正在完成…</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Sent; the program did not confirm it</source>
        <translation>已发送；程序没有确认收到</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>出了问题</translation>
    </message>
</context>
<context>
    <name>PushToTalkPage</name>
    <message>
        <source>Push to talk</source>
        <translation>按键说话</translation>
    </message>
    <message>
        <source>&amp;Dictate into other programs</source>
        <translation>在其他程序中听写</translation>
    </message>
    <message>
        <source>Hold the keys and speak, or tap them to start and to stop. Esc cancels.</source>
        <translation>按住按键说话，或轻按开始和停止。Esc 取消。</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>&amp;Read the keyboard itself where the desktop offers no such keys</source>
        <translation>桌面不提供全局按键时直接读取键盘</translation>
    </message>
    <message>
        <source>For Wayland desktops without global shortcuts; needs the group “input”.</source>
        <translation>用于没有全局快捷键的 Wayland 桌面；需要属于“input”组。</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>&amp;Longest while held</source>
        <translation>按住的最长时间</translation>
    </message>
    <message>
        <source>After this a held key ends its dictation, and the text is kept.</source>
        <translation>超过此时间后，按住的听写会结束，文字会保留。</translation>
    </message>
    <message>
        <source>&amp;Put the text there by</source>
        <translation>输入文字的方式</translation>
    </message>
    <message>
        <source>“cosyscribe doctor” says which ways work here.</source>
        <translation>“cosyscribe doctor”会说明哪些方式在这里可用。</translation>
    </message>
    <message>
        <source>&amp;Show what is heard near the lower edge of the screen</source>
        <translation>在屏幕下方显示听到的内容</translation>
    </message>
    <message>
        <source>A &amp;sound when listening begins and ends</source>
        <translation>开始和结束聆听时播放提示音</translation>
    </message>
    <message>
        <source>Make these keys a &amp;shortcut of the desktop</source>
        <translation>把这组按键设为桌面快捷键</translation>
    </message>
    <message>
        <source>The desktop now starts and stops dictating at these keys.</source>
        <translation>现在可以用这组按键在桌面上开始和停止听写。</translation>
    </message>
    <message>
        <source>“{holder}” has these keys already. Choose others.</source>
        <translation>“{holder}”已占用这组按键。请选择别的按键。</translation>
    </message>
    <message>
        <source>The desktop&apos;s settings could not be changed ({detail}).</source>
        <translation>无法更改桌面设置（{detail}）。</translation>
    </message>
    <message>
        <source>These keys work, read from the keyboard itself.</source>
        <translation>这组按键可用，直接从键盘读取。</translation>
    </message>
    <message>
        <source>These keys work.</source>
        <translation>这组按键可用。</translation>
    </message>
    <message>
        <source>Another program has these keys already. Choose others, or free them there.</source>
        <translation>其他程序已占用这组按键。请选择别的按键，或在那个程序中释放它们。</translation>
    </message>
    <message>
        <source>Your keyboard has no such key. Choose others.</source>
        <translation>键盘上没有这个键。请选择别的按键。</translation>
    </message>
    <message>
        <source>The desktop did not give us these keys. Allow them in its settings, or choose others.</source>
        <translation>桌面没有把这组按键交给我们。请在桌面设置中允许，或选择别的按键。</translation>
    </message>
    <message>
        <source>The keyboard may not be read: add your user to the group “input”, then log in again.</source>
        <translation>无权读取键盘：请把您的用户加入“input”组，然后重新登录。</translation>
    </message>
    <message>
        <source>This desktop gives keys to installed programs only. Install CosyScribe&apos;s package, or make these keys a shortcut of the desktop.</source>
        <translation>此桌面只把按键给已安装的程序。请安装 CosyScribe 的软件包，或把这组按键设为桌面快捷键。</translation>
    </message>
    <message>
        <source>This desktop offers no such keys. Set a shortcut of its own that runs “cosyscribe toggle”.</source>
        <translation>此桌面不提供这种按键。请在桌面设置中添加运行“cosyscribe toggle”的快捷键。</translation>
    </message>
    <message>
        <source>The desktop has them as “{keys}”.</source>
        <translation>桌面把它们记为“{keys}”。</translation>
    </message>
    <message>
        <source>The desktop gave us the keys “{keys}”. Hold them for a moment to try them.</source>
        <translation>桌面给了我们这组按键：“{keys}”。请按住片刻试一试。</translation>
    </message>
    <message>
        <source>If nothing changes here, it does not tell us of them: choose others, or make them a shortcut of the desktop that runs “cosyscribe toggle”.</source>
        <translation>如果这里没有变化，说明桌面没有把按键通知我们：请换一组按键，或把它们设为运行“cosyscribe toggle”的桌面快捷键。</translation>
    </message>
    <message>
        <source>What suits this desktop</source>
        <translation>适合此桌面的方式</translation>
    </message>
    <message>
        <source>Input method (IBus)</source>
        <translation>输入法 (IBus)</translation>
    </message>
    <message>
        <source>Pasting</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Accessibility (AT-SPI)</source>
        <translation>辅助功能 (AT-SPI)</translation>
    </message>
    <message>
        <source>Typing (wtype)</source>
        <translation>模拟键入 (wtype)</translation>
    </message>
    <message>
        <source>The clipboard alone</source>
        <translation>只放到剪贴板</translation>
    </message>
    <message>
        <source>That key types text. Hold Ctrl, Alt or Super with it, or take a key like F9.</source>
        <translation>这个键会输入文字。请同时按住 Ctrl、Alt 或 Super，或使用 F9 这样的键。</translation>
    </message>
</context>
<context>
    <name>RecognitionPage</name>
    <message>
        <source>Recognition</source>
        <translation>识别</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Speech &amp;engine</source>
        <translation>语音引擎</translation>
    </message>
    <message>
        <source>Runs on this computer; no sound leaves it.</source>
        <translation>在本机运行，声音不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Spoken &amp;language</source>
        <translation>所说的语言</translation>
    </message>
    <message>
        <source>Naming the language you speak avoids mistakes in short sentences.</source>
        <translation>指定语言可减少短句的识别错误。</translation>
    </message>
    <message>
        <source>Chinese &amp;characters</source>
        <translation>中文字形</translation>
    </message>
    <message>
        <source>P&amp;unctuation model</source>
        <translation>标点模型</translation>
    </message>
    <message>
        <source>Sets marks where the engine writes none. “Automatic” takes one that is installed.</source>
        <translation>引擎不写标点时由它添加。“自动”使用已安装的模型。</translation>
    </message>
    <message>
        <source>&amp;Pause that ends a sentence</source>
        <translation>断句的停顿时长</translation>
    </message>
    <message>
        <source>Shorter brings final text sooner; longer keeps slow speech together.</source>
        <translation>短一些，文字更快定稿；长一些，语速慢时不易断开。</translation>
    </message>
    <message>
        <source>Simplified</source>
        <translation>简体</translation>
    </message>
    <message>
        <source>Traditional</source>
        <translation>繁体</translation>
    </message>
    <message>
        <source>As the engine writes them</source>
        <translation>与引擎输出相同</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>RecordButton</name>
    <message>
        <source>Stop dictation</source>
        <translation>停止听写</translation>
    </message>
    <message>
        <source>Start dictation</source>
        <translation>开始听写</translation>
    </message>
    <message>
        <source>{action} (Space or F9)</source>
        <translation>{action}（空格键或 F9）</translation>
    </message>
    <message>
        <source>Press Space or F9 to stop. Escape throws away what is not final yet.</source>
        <translation>按空格键或 F9 停止；按 Esc 放弃尚未确定的文字。</translation>
    </message>
    <message>
        <source>Press Space or F9, then speak.</source>
        <translation>按空格键或 F9，然后说话。</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>StatusPanel</name>
    <message>
        <source>Waiting for the microphone</source>
        <translation>正在等待麦克风</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>正在听写</translation>
    </message>
    <message>
        <source>One moment</source>
        <translation>请稍候</translation>
    </message>
    <message>
        <source>Loading the speech model</source>
        <translation>正在加载语音模型</translation>
    </message>
    <message>
        <source>Opening the microphone</source>
        <translation>正在打开麦克风</translation>
    </message>
    <message>
        <source>Finishing</source>
        <translation>即将完成</translation>
    </message>
    <message>
        <source>Writing the last words</source>
        <translation>正在写下最后几个字</translation>
    </message>
    <message>
        <source>Ready soon</source>
        <translation>马上就绪</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Space or F9 to start</source>
        <translation>按空格键或 F9 开始</translation>
    </message>
</context>
<context>
    <name>TextPage</name>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Write &amp;numbers, dates and money in digits</source>
        <translation>数字、日期和金额用阿拉伯数字书写</translation>
    </message>
    <message>
        <source>“July twenty fifth” becomes “July 25”, 三点半 becomes 3点半.</source>
        <translation>“三点半”写作“3点半”，“July twenty fifth”写作“July 25”。</translation>
    </message>
    <message>
        <source>Carry out spoken &amp;marks and commands</source>
        <translation>执行口述的标点和命令</translation>
    </message>
    <message>
        <source>“comma”, “new line”, “scratch that”; 逗号, 换行, 撤销.</source>
        <translation>如“逗号”“换行”“撤销”，或“comma”“new line”“scratch that”。</translation>
    </message>
    <message>
        <source>Begin English sentences with a &amp;capital</source>
        <translation>英文句首大写</translation>
    </message>
    <message>
        <source>&amp;Tidy spaces and the width of marks</source>
        <translation>整理空格和标点的全半角</translation>
    </message>
    <message>
        <source>&amp;Spaces beside Chinese</source>
        <translation>中文旁的空格</translation>
    </message>
    <message>
        <source>None</source>
        <translation>不加</translation>
    </message>
    <message>
        <source>Beside Latin words</source>
        <translation>与拉丁字母之间</translation>
    </message>
    <message>
        <source>Beside Latin words and digits</source>
        <translation>与拉丁字母和数字之间</translation>
    </message>
    <message>
        <source>Use my own &amp;replacements</source>
        <translation>使用我自己的替换规则</translation>
    </message>
    <message>
        <source>Written in the file rules.toml beside the settings.</source>
        <translation>写在设置文件旁的 rules.toml 中。</translation>
    </message>
</context>
<context>
    <name>TranscriptActions</name>
    <message>
        <source>The text was cleared.</source>
        <translation>文字已清空。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Dictation</source>
        <translation>听写</translation>
    </message>
    <message>
        <source>Export the text</source>
        <translation>导出文字</translation>
    </message>
    <message>
        <source>Folder:</source>
        <translation>文件夹：</translation>
    </message>
    <message>
        <source>Format:</source>
        <translation>格式：</translation>
    </message>
    <message>
        <source>The text was saved as {path}.</source>
        <translation>文字已保存为 {path}。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>Copy the selected text, or all of it</source>
        <translation>复制选中的文字，未选中时复制全部</translation>
    </message>
    <message>
        <source>Save the text as a file</source>
        <translation>将文字保存为文件</translation>
    </message>
    <message>
        <source>Empty the page</source>
        <translation>清空页面上的文字</translation>
    </message>
    <message>
        <source>Plain text</source>
        <translation>纯文本</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>SubRip subtitles</source>
        <translation>SubRip 字幕</translation>
    </message>
    <message>
        <source>WebVTT subtitles</source>
        <translation>WebVTT 字幕</translation>
    </message>
    <message>
        <source>JSON with times</source>
        <translation>带时间的 JSON</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>表格 (CSV)</translation>
    </message>
    <message>
        <source>Word document</source>
        <translation>Word 文档</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Transcript</source>
        <translation>听写文字</translation>
    </message>
    <message>
        <source>The better recogniser did not answer in time, so this is the quicker one&apos;s text.</source>
        <translation>更准确的引擎没有及时给出结果，这里是较快引擎的文字。</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Show the window</source>
        <translation>显示窗口</translation>
    </message>
    <message>
        <source>Dictate into the window</source>
        <translation>听写到窗口</translation>
    </message>
    <message>
        <source>Stop dictating</source>
        <translation>停止听写</translation>
    </message>
    <message>
        <source>Copy the last text</source>
        <translation>复制上一段文字</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>CosyScribe</source>
        <translation>CosyScribe</translation>
    </message>
    <message>
        <source>CosyScribe is listening</source>
        <translation>CosyScribe 正在聆听</translation>
    </message>
</context>
<context>
    <name>WordsPage</name>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>&amp;Write my own words as I spell them</source>
        <translation>按我的写法书写自己的词语</translation>
    </message>
    <message>
        <source>Names and terms that were heard as something else are corrected by their sound, in Chinese and English. Common words stay as they are.</source>
        <translation>被听成别的字词的人名和术语，会按读音改正，中英文都可以；常用词保持不变。</translation>
    </message>
    <message>
        <source>Open the &amp;file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Word list</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>One word a line; what is saved holds from the next sentence on.</source>
        <translation>每行一个词；保存后从下一句起生效。</translation>
    </message>
    <message>
        <source>Words in the list: {count}</source>
        <translation>词表中的词数：{count}</translation>
    </message>
    <message>
        <source>No program opened {path}: open it yourself.</source>
        <translation>没有程序能打开 {path}，请自行打开。</translation>
    </message>
</context>
</TS>
